/*
 * page.js - the matrix, its filters and what stands behind its cells.
 *
 * All data is in the page, packed. What is shown hangs on the fragment of the address alone, so that
 * every view can be linked: #/ is the matrix, #/cases/LABEL/CATEGORY a cell, #/case/ID one case (with
 * ?by=LABEL, whose command stands below it), #/implementation/LABEL, #/compare/LABEL/LABEL; filters
 * stand behind a question mark. Text comes into the page as text, never as markup; the rows of the matrix
 * alone are written as markup, for speed, with every text escaped.
 */
'use strict';

(() => {
    const $ = (id) => document.getElementById(id);
    const FILTERS = ['language', 'severity', 'verdict', 'category', 'implementation', 'text'];
    const FIRST = 200, SLICE = 12;
    const SIGNS = { p: '✓', a: '✓', u: '–', n: '–' };
    const TAGS = { a: 'answer', d: 'decoy', r: 'reasoning', f: 'fence', g: 'made by this recipe' };
    const BY_NAME = 'name';
    /* What came where no value is kept. */
    const USUAL = { p: 'as expected', a: 'one of the acceptable results', l: 'none', u: 'said that it does not do this', n: 'not asked' };

    let data, name_of, categories, column_of, group_of, place_of, row_of;
    let filters = {}, sort = { by: 'language', down: false }, last_cell = null;

    /* --- making elements --- */

    function h(name, attributes = {}, ...children) {
        const element = document.createElement(name);
        for (const [key, value] of Object.entries(attributes)) {
            if (value === true) element.setAttribute(key, '');
            else if (value !== false && value !== undefined) element.setAttribute(key, value);
        }
        element.append(...children.flat(Infinity));
        return element;
    }

    const link = (to, ...text) => h('a', { href: to }, ...text);

    /* The verdict of a case as sign and word; both, so that colour is never needed. */
    function verdict(row, at) {
        const letter = row.letters[at], group = group_of[letter];
        const by = !group && policy_of(row, at) ? ' (by its policy)' : '';
        return h('span', { class: `sign ${group ? group.letter : ''}` }, `${group ? group.sign : SIGNS[letter]} ${name_of[letter]}${by}`);
    }

    /* --- the data --- */

    async function unpack() {
        const packed = Uint8Array.from(atob($('data').textContent.trim()), (unit) => unit.charCodeAt(0));
        const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
        data = JSON.parse(await new Response(stream).text());
        name_of = data.verdicts;
        group_of = {};
        data.groups = data.groups.map(([name, sign, letters]) => {
            const group = { name, sign, letter: letters[0] };
            for (const letter of letters) group_of[letter] = group;
            return group;
        });
        place_of = new Map(data.cases.map((one, at) => [one.id, at]));
        row_of = new Map(data.implementations.map((row) => [row.label, row]));
        for (const one of data.cases) {
            one.category = one.id.slice(0, one.id.indexOf('/'));
            one.all = `${one.id}\n${one.title}\n${one.why}\n${one.rules.join(' ')}\n${one.reply.map((piece) => piece[0]).join('')}`.toLowerCase();
        }
        categories = [...new Set(data.cases.map((one) => one.category))];
        column_of = Uint8Array.from(data.cases, (one) => categories.indexOf(one.category));
        for (const row of data.implementations) {
            row.title = `${row.label} ${row.version}`.trim();
            row.search = `${row.title} ${row.name}`.toLowerCase();
            row.kinds = Uint8Array.from(row.letters, kind_of);
        }
    }

    const returned = (row, at) => (row.got[at] === undefined ? '' : data.texts[row.got[at]]);
    const policy_of = (row, at) => (row.policies[at] === undefined ? '' : data.texts[row.policies[at]]);

    /* --- filters --- */

    function chosen_cases() {
        const text = (filters.text || '').toLowerCase();
        const severity = data.severities.indexOf(filters.severity);
        return data.cases.map((one) => (!filters.severity || one.severity === severity) &&
            (!filters.category || one.category === filters.category) && (!text || one.all.includes(text)));
    }

    function chosen_rows() {
        const words = (filters.implementation || '').toLowerCase();
        return data.implementations.filter((row) => row.floor ||
            ((!filters.language || row.language === filters.language) && row.search.includes(words)));
    }

    const passes_verdict = (letter) => !filters.verdict ||
        (group_of[letter] ? group_of[letter].name : name_of[letter]) === filters.verdict;

    function query() {
        const wanted = new URLSearchParams();
        for (const name of FILTERS) if (filters[name]) wanted.set(name, filters[name]);
        if (sort.by !== 'language' || sort.down) wanted.set('sort', (sort.down ? '-' : '') + sort.by);
        const text = wanted.toString();
        return text ? `?${text}` : '';
    }

    function read_query(text) {
        const wanted = new URLSearchParams(text);
        filters = {};
        for (const name of FILTERS) {
            const value = wanted.get(name);
            if (value) filters[name] = value;
        }
        const by = wanted.get('sort') || 'language';
        sort = { by: by.replace(/^-/, ''), down: by.startsWith('-') };
        for (const name of FILTERS) {
            const value = filters[name] || '';
            // A field that is being typed in is left alone.
            if ($(name).value !== value) $(name).value = value;
        }
        return wanted;
    }

    function fill_filters() {
        const options = (id, any, values) => $(id).replaceChildren(h('option', { value: '' }, any),
            ...values.map((value) => h('option', { value }, value)));
        const real = data.implementations.filter((row) => !row.floor);
        options('language', 'all', [...new Set(real.map((row) => row.language))].sort());
        options('severity', 'all', data.severities);
        options('verdict', 'all', [...data.groups.map((group) => group.name), 'pass', 'acceptable', 'unsupported', 'unscored']);
        options('category', 'all', categories);
        $('filters').hidden = false;
        $('filters').addEventListener('submit', (event) => event.preventDefault());
        $('filters').addEventListener('input', () => {
            for (const name of FILTERS) filters[name] = $(name).value;
            stay(query());
        });
        $('filters').addEventListener('reset', (event) => {
            event.preventDefault();
            filters = {};
            for (const name of FILTERS) $(name).value = '';
            stay(query());
        });
    }

    /* The address follows the filters, and the view what it says; a step back leaves them all. */
    function stay(text) {
        history.replaceState(null, '', `#/${text}`);
        show_matrix(false);
    }

    /* --- the matrix --- */

    /* What is counted: the groups of verdicts, then what is right, then what is not judged. */
    const right = () => data.groups.length, none = () => data.groups.length + 1, kinds = () => data.groups.length + 2;

    function kind_of(letter) {
        if (group_of[letter]) return data.groups.indexOf(group_of[letter]);
        return letter === 'u' || letter === 'n' ? none() : right();
    }

    /* The counts of a row, by category and kind, and in all. */
    function tally(row, chosen) {
        const width = kinds(), counts = { cells: new Int32Array(categories.length * width), all: new Int32Array(width), policy: 0 };
        for (let at = 0; at < chosen.length; at++) {
            if (chosen[at]) counts.cells[column_of[at] * width + row.kinds[at]]++;
        }
        counts.cells.forEach((count, at) => { counts.all[at % width] += count; });
        for (const at of Object.keys(row.policies)) {
            if (chosen[at] && row.kinds[at] === right()) counts.policy++;
        }
        return counts;
    }

    const in_cell = (counts, name, kind) => counts.cells[categories.indexOf(name) * kinds() + kind] || 0;

    /* What a column sorts by; more is worse, so that the first press brings the worst to the top. */
    const key_of = {
        name: (row) => row.label.toLowerCase(),
        language: (row) => `${row.language.toLowerCase()}\n${row.label.toLowerCase()}`,
        right: (row, counts) => counts.all[right()],
        policy: (row, counts) => counts.policy,
        'not judged': (row, counts) => counts.all[none()],
    };

    function key(row, counts) {
        if (key_of[sort.by]) return key_of[sort.by](row, counts);
        const group = data.groups.findIndex((one) => one.name === sort.by);
        if (group >= 0) return counts.all[group];
        // Of a category what is wrong counts before what is lost.
        return data.groups.reduce((sum, one, kind) => sum * 4096 + in_cell(counts, sort.by, kind), 0);
    }

    function in_order(rows) {
        const sorted = rows.map(([row, counts]) => [row, counts, key(row, counts)]);
        sorted.sort((a, b) => (a[2] < b[2] ? -1 : a[2] > b[2] ? 1 : 0) * (sort.down ? -1 : 1));
        return sorted;
    }

    const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

    /* The sign of a verdict, and its name for those who hear it, are in the style. */
    function cell_text(row, name, counts, shown_query) {
        let worst = '', shown = '';
        data.groups.forEach((group, kind) => {
            const count = in_cell(counts, name, kind);
            if (!count || (filters.verdict && filters.verdict !== group.name)) return;
            worst = worst || ` class="w-${group.letter}"`;
            shown += `<b class="${group.letter}">${count}</b>`;
        });
        const judged = counts.judged[categories.indexOf(name)];
        return `<td role="gridcell"${worst}><a tabindex="-1" href="#/cases/${row.label}/${name}${shown_query}">` +
            `${shown || `<b>${judged ? '✓' : '–'}</b>`}</a></td>`;
    }

    function row_text(row, counts, shown, queries) {
        const number = (value, group) => (value && group
            ? `<td role="gridcell"><a tabindex="-1" href="#/cases/${row.label}/all${queries[group]}">${value}</a></td>`
            : `<td role="gridcell" tabindex="-1">${value}</td>`);
        counts.judged = categories.map((name, at) => {
            const begin = at * kinds();
            return counts.cells.slice(begin, begin + none()).reduce((sum, count) => sum + count, 0);
        });
        return '<tr role="row">' +
            `<th role="rowheader" scope="row"><a tabindex="-1" href="#/implementation/${row.label}${queries.all}">${escaped(row.title)}</a></th>` +
            `<td role="gridcell" tabindex="-1">${escaped(row.floor ? 'floor' : row.language)}</td>${number(counts.all[right()])}` +
            data.groups.map((group, kind) => number(counts.all[kind], group.name)).join('') + number(counts.policy) + number(counts.all[none()]) +
            shown.map((name) => cell_text(row, name, counts, queries.all)).join('') + '</tr>';
    }

    function query_with(name, value) {
        const before = filters[name];
        filters[name] = value;
        const text = query();
        filters[name] = before;
        return text;
    }

    function head(shown) {
        // The name lies on its side, the sign stands: a sign that is turned is another.
        const arrow = (by) => (sort.by === by ? (sort.down ? '↓' : '↑') : '');
        const column = (by, sign, name) => h('th', { scope: 'col', role: 'columnheader',
            'aria-sort': sort.by === by ? (sort.down ? 'descending' : 'ascending') : undefined },
        h('button', { type: 'button', 'data-sort': by, tabindex: '-1' }, sign === null ? [name, ' ', arrow(by)]
            : [h('span', { class: 'turned' }, name), h('span', { 'aria-hidden': 'true' }, sign), arrow(by)]));
        return h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, column(BY_NAME, null, 'Implementation'), column('language', null, 'Language'), column('right', '✓', 'right'),
            data.groups.map((group) => column(group.name, group.sign, group.name)), column('policy', '⇄', 'right by its policy'),
            column('not judged', '–', 'not judged'), shown.map((name) => column(name, '', name))));
    }

    /* What a reader sees at once is made at once, unless all is asked for; the rest comes frame by frame. */
    function show_matrix(all) {
        const chosen = chosen_cases(), shown = filters.category ? [filters.category] : categories;
        const rows = chosen_rows().map((row) => [row, tally(row, chosen)]);
        const queries = Object.fromEntries(data.groups.map((group) => [group.name, escaped(query_with('verdict', group.name))]));
        queries.all = escaped(query());
        const bodies = [h('tbody', { role: 'rowgroup' }), h('tbody', { role: 'rowgroup' })];
        const real = in_order(rows.filter(([row]) => !row.floor)), floors = in_order(rows.filter(([row]) => row.floor));
        const table = h('table', { role: 'grid', 'aria-readonly': 'true', 'aria-label': 'Cases by implementation and category',
            'aria-rowcount': real.length + floors.length + 1 }, head(shown), ...bodies);
        table.style.setProperty('--numbers', String(shown.length + data.groups.length + 3));
        const waiting = [...real.map((entry) => [bodies[0], entry]), ...floors.map((entry) => [bodies[1], entry])];
        const step = (number) => {
            for (const body of bodies) {
                const some = waiting.slice(0, number).filter(([of]) => of === body);
                body.insertAdjacentHTML('beforeend', some.map(([, [row, counts]]) => row_text(row, counts, shown, queries)).join(''));
            }
            waiting.splice(0, number);
            if (waiting.length) requestAnimationFrame(() => setTimeout(() => table.isConnected && step(number)));
            else table.dataset.whole = 'yes';
        };
        step(all ? Infinity : SLICE);
        $('table').replaceChildren(table);
        const cases = chosen.filter(Boolean).length;
        $('count').textContent = `${real.length} implementations, ${cases} cases${real.length && cases ? '' : ': nothing matches the filters'}`;
        start_grid(table);
    }

    /* One stop of the tab key in the whole table; arrow keys move from there. */
    function start_grid(table) {
        const stop = (y, x) => {
            const cell = table.rows[y] && table.rows[y].cells[x];
            return cell && (cell.querySelector('a, button') || cell);
        };
        let at = [1, 0];
        const found = last_cell && table.querySelector(`a[href="${CSS.escape(last_cell)}"]`);
        if (found) at = [found.closest('tr').rowIndex, found.closest('td, th').cellIndex];
        const between = (number, end) => Math.max(0, Math.min(end - 1, number));
        const move = (row, column) => {
            if (stop(...at)) stop(...at).tabIndex = -1;
            at = [between(row, table.rows.length), between(column, table.rows[0].cells.length)];
            stop(...at).tabIndex = 0;
            return stop(...at);
        };
        move(...at);
        const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-10, 0], PageDown: [10, 0],
            Home: [0, -999], End: [0, 999] };
        table.addEventListener('keydown', (event) => {
            const step = steps[event.key];
            if (!step || event.altKey || event.metaKey) return;
            event.preventDefault();
            const far = event.ctrlKey ? Math.sign(step[0] + step[1]) * 999 : 0;
            move(at[0] + step[0] + far, at[1] + step[1]).focus();
        });
        table.addEventListener('focusin', (event) => {
            const cell = event.target.closest('td, th');
            if (cell) move(cell.parentNode.rowIndex, cell.cellIndex);
        });
        table.addEventListener('click', (event) => {
            const button = event.target.closest('button');
            if (!button) return;
            const by = button.dataset.sort, words = by === BY_NAME || by === 'language';
            sort = { by, down: sort.by === by ? !sort.down : !words };
            stay(query());
            const again = $('table').querySelector(`[data-sort="${CSS.escape(by)}"]`);
            again.focus();
        });
    }

    /* --- lists of cases --- */

    function case_line(row, at) {
        const one = data.cases[at], came = returned(row, at);
        return h('li', {}, verdict(row, at), link(`#/case/${one.id}?by=${row.label}`, one.title), ' ',
            h('span', { class: 'quiet' }, `${one.category}, ${data.severities[one.severity]}`),
            came ? h('div', { class: 'value' }, 'returned ', came) : '');
    }

    /* A list that begins with so many lines as a reader takes in, and grows on request. */
    function growing(lines) {
        const list = h('ul', { class: 'cases' }, lines.slice(0, FIRST).map((make) => make()));
        if (lines.length <= FIRST) return [list];
        const more = h('button', { type: 'button' }, `Show the other ${lines.length - FIRST}`);
        more.addEventListener('click', () => {
            const rest = lines.slice(FIRST).map((make) => make());
            list.append(...rest);
            rest[0].querySelector('a').focus();
            more.remove();
        });
        return [list, more];
    }

    const weight = (letter) => (group_of[letter] ? data.groups.indexOf(group_of[letter]) : letter === 'a' ? 8 : letter === 'p' ? 9 : 10);

    function cases_of(row, category) {
        const chosen = chosen_cases();
        const found = [];
        for (let at = 0; at < chosen.length; at++) {
            if (chosen[at] && (category === 'all' || data.cases[at].category === category) && passes_verdict(row.letters[at])) found.push(at);
        }
        return found.sort((a, b) => weight(row.letters[a]) - weight(row.letters[b]) || a - b);
    }

    function active_filters() {
        const told = FILTERS.filter((name) => filters[name] && name !== 'language' && name !== 'implementation')
            .map((name) => `${name} ${filters[name]}`);
        return told.length ? h('p', {}, `Only ${told.join(', ')}. `, link(location.hash.replace(/\?.*/, ''), 'Show all')) : '';
    }

    function view_cell(label, category) {
        const row = row_of.get(label);
        if (!row) return missing(label);
        const found = cases_of(row, category);
        return [`${row.title}: ${category === 'all' ? 'all categories' : category}`, active_filters(),
            h('p', {}, `${found.length} cases, the worst first. `, link(`#/implementation/${label}`, `About ${row.label}`)),
            growing(found.map((at) => () => case_line(row, at)))];
    }

    /* --- an implementation --- */

    const DEFAULTS = 'the rules as they are';

    function policy_words(row) {
        const words = Object.entries(row.policy).map(([name, value]) => `${name}=${value}`);
        return words.length ? words.join(', ') : DEFAULTS;
    }

    function severity_table(row) {
        // In the order of their kinds.
        const columns = [...data.groups.map((group) => group.name), 'right', 'not judged'];
        const count = (severity, kind) => data.cases.filter((one, at) => one.severity === severity && row.kinds[at] === kind).length;
        return h('div', { class: 'scroll' }, h('table', { class: 'plain' }, h('caption', {}, 'Cases by severity'),
            h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'severity'), columns.map((name) => h('th', { scope: 'col' }, name)))),
            h('tbody', {}, data.severities.map((name, severity) => h('tr', {}, h('th', { scope: 'row' }, name),
                columns.map((_, kind) => h('td', { class: 'number' }, String(count(severity, kind)))))))));
    }

    function view_implementation(label) {
        const row = row_of.get(label);
        if (!row) return missing(label);
        const wrong = cases_of(row, 'all').filter((at) => group_of[row.letters[at]] || filters.verdict);
        const facts = row.floor
            ? [h('p', {}, 'A program that does next to nothing. Its figures show what an implementation has to beat.')]
            : [h('dl', {}, ...[['package', row.name], ['version', row.version], ['language', row.language], ['licence', row.licence],
                ['homepage', row.homepage ? link(row.homepage, row.homepage) : ''], ['declares', policy_words(row)], ['tried again', row.again],
                ['adapter', h('code', {}, row.file)]].filter(([, value]) => value)
                .flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)])),
            h('p', {}, link(`#/compare/${label}`, 'Compare with another'), ' · ', link('#/about', 'Dispute a verdict')),
            h('pre', { role: 'region', tabindex: '0', 'aria-label': 'To run it' }, `tools/peers ${row.folder}\nbuild/bin/jets run ${row.file}`)];
        return [row.title, facts, severity_table(row), active_filters(), h('h3', {}, `What went wrong (${wrong.length})`),
            growing(wrong.map((at) => () => case_line(row, at)))];
    }

    /* --- two of them --- */

    function chooser(id, text, label) {
        return h('label', {}, text, ' ', h('select', { id }, h('option', { value: '' }, 'choose'),
            data.implementations.map((row) => h('option', { value: row.label, selected: row.label === label }, row.title))));
    }

    function view_compare(first, second) {
        const form = h('form', { 'aria-label': 'Which two' }, chooser('first', 'First', first), chooser('second', 'Second', second));
        form.addEventListener('change', () => {
            const [one, two] = form.querySelectorAll('select');
            location.hash = `#/compare/${one.value || '-'}/${two.value}`;
        });
        const [a, b] = [row_of.get(first), row_of.get(second)];
        if (!a || !b) return ['Compare two implementations', form];
        const chosen = chosen_cases(), both = {}, differ = [];
        data.cases.forEach((one, at) => {
            if (!chosen[at]) return;
            const pair = `${a.letters[at]}${b.letters[at]}`;
            both[pair] = (both[pair] || 0) + 1;
            if (a.letters[at] !== b.letters[at] || returned(a, at) !== returned(b, at)) differ.push(at);
        });
        return [`${a.title} and ${b.title}`, form, active_filters(), pair_table(a, b, both),
            h('h3', {}, `Cases in which they differ (${differ.length})`), growing(differ.map((at) => () => pair_line(a, b, at)))];
    }

    function pair_table(a, b, both) {
        const there = (place) => Object.keys(name_of).filter((letter) => Object.keys(both).some((pair) => pair[place] === letter));
        const [rows, columns] = [there(0), there(1)];
        return h('div', { class: 'scroll', role: 'region', tabindex: '0', 'aria-label': 'Verdicts of both' }, h('table', { class: 'plain' },
            h('caption', {}, `Rows: ${a.label}. Columns: ${b.label}.`),
            h('thead', {}, h('tr', {}, h('td', {}), columns.map((letter) => h('th', { scope: 'col' }, name_of[letter])))),
            h('tbody', {}, rows.map((letter) => h('tr', {}, h('th', { scope: 'row' }, name_of[letter]),
                columns.map((other) => h('td', { class: 'number' }, String(both[letter + other] || '·'))))))));
    }

    function pair_line(a, b, at) {
        const one = data.cases[at];
        const side = (row) => h('div', {}, verdict(row, at), h('span', {}, `${row.label} `),
            h('span', { class: 'value' }, returned(row, at)));
        return h('li', {}, link(`#/case/${one.id}`, one.title), h('span', { class: 'quiet' }, ` ${one.category}`), side(a), side(b));
    }

    /* --- a case --- */

    function reply(one) {
        const shown = h('pre', { class: 'reply', role: 'region', tabindex: '0', 'aria-label': 'The reply' });
        for (const [text, held, begun] of one.reply) {
            const tags = [...begun].map((kind) => h('span', { class: 'tag' }, TAGS[kind]));
            shown.append(held || begun ? h('mark', { class: [...held].join(' ') || undefined }, ...tags, text) : text);
        }
        return shown;
    }

    const result = ([kind, text]) => (kind === 'none' ? `none${text ? ` (${text})` : ''}` : text);

    function expected(one) {
        const lines = [['expected', result(one.result)]];
        for (const [kind, text, why] of one.acceptable || []) lines.push(['acceptable', `${result([kind, text])}: ${why}`]);
        for (const [policy, other] of Object.entries(one.policies || {})) lines.push([`right by ${policy}`, result(other)]);
        for (const text of one.decoys || []) lines.push(['decoy', text]);
        return lines.map(([name, text]) => [h('dt', {}, name), h('dd', { class: 'value' }, text)]);
    }

    function facts(one) {
        const source = [one.source.kind, one.source.system].filter(Boolean).join(', ');
        const asked = [one.operation || 'extract', ...Object.entries(one.options || {}).map(([name, value]) => `${name}=${value}`)].join(' ');
        const lines = [['why it matters', one.why], ['severity', data.severities[one.severity]], ['asked', asked], ['rules', `SPEC ${one.rules.join(', ')}`],
            ['source', one.source.url ? [source, ' ', link(one.source.url, one.source.url)] : source], ['since', `corpus ${one.since}`],
            ['its twin', one.twin && place_of.has(one.twin) ? link(`#/case/${one.twin}`, data.cases[place_of.get(one.twin)].title) : '']];
        return lines.filter(([, value]) => value).map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]);
    }

    function returned_table(at, one) {
        const rows = [...data.implementations].sort((a, b) => Boolean(a.floor) - Boolean(b.floor) || weight(a.letters[at]) - weight(b.letters[at]));
        const what = (row) => {
            const policy = policy_of(row, at), came = returned(row, at);
            const cell = came ? [h('span', { class: 'value' }, came)] : USUAL[row.letters[at]] ? [USUAL[row.letters[at]]] : [];
            if (policy) cell.push(h('div', { class: 'quiet' }, `judged by its policy, ${policy}${one.policies && one.policies[policy] ? `: expected ${result(one.policies[policy])}` : ''}`));
            return cell;
        };
        // Roles, since on a phone the style makes blocks of what is a table.
        const line = (row) => h('tr', { role: 'row' }, h('th', { scope: 'row', role: 'rowheader' }, link(`#/implementation/${row.label}`, row.title)),
            h('td', { role: 'cell' }, verdict(row, at)), h('td', { role: 'cell' }, what(row)));
        const head = ['implementation', 'verdict', 'returned'].map((name) => h('th', { scope: 'col', role: 'columnheader' }, name));
        return h('table', { class: 'plain returned', role: 'table' }, h('caption', {}, 'What each implementation returned'),
            h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, head)), h('tbody', { role: 'rowgroup' }, rows.map(line)));
    }

    function again(one, label) {
        const command = h('pre', { role: 'region', tabindex: '0', 'aria-label': 'The command that runs it again' });
        const tell = (row) => {
            command.textContent = row
                ? `${row.folder.startsWith('baseline') || row.folder === 'jets-extract' ? '' : `tools/peers ${row.folder}\n`}build/bin/jets run --filter ${one.id} ${row.file}`
                : `build/bin/jets show ${one.id}`;
        };
        const select = h('select', { id: 'by' }, h('option', { value: '' }, 'the case alone'), data.implementations.filter((row) => !row.floor)
            .map((row) => h('option', { value: row.label, selected: row.label === label }, row.title)));
        select.addEventListener('change', () => {
            tell(row_of.get(select.value));
            history.replaceState(null, '', `#/case/${one.id}${select.value ? `?by=${select.value}` : ''}`);
        });
        tell(row_of.get(label));
        return [h('h3', {}, 'Run it again'), h('p', {}, h('label', {}, 'With ', select), ' · ', link('#/about', 'Dispute a verdict')), command];
    }

    function view_case(id, label) {
        if (!place_of.has(id)) return missing(id);
        const at = place_of.get(id), one = data.cases[at];
        return [one.title, h('p', { class: 'quiet' }, id), h('h3', {}, `The reply (${one.bytes} bytes)`), reply(one), h('dl', {}, expected(one)),
            h('dl', {}, facts(one)), again(one, label), h('div', { class: 'scroll' }, returned_table(at, one))];
    }

    const missing = (name) => ['Not here', h('p', {}, `There is no ${name} on this page. `, link('#/', 'To the matrix'))];

    /* --- which of them is shown --- */

    function view_of(parts, wanted) {
        if (parts[0] === 'cases') return view_cell(parts[1], parts[2] || 'all');
        if (parts[0] === 'case') return view_case(parts.slice(1).join('/'), wanted.get('by') || '');
        if (parts[0] === 'implementation') return view_implementation(parts[1]);
        if (parts[0] === 'compare') return view_compare(parts[1], parts[2]);
        return null;
    }

    function route(first_time) {
        const hash = location.hash.startsWith('#/') ? location.hash.slice(2) : '';
        const [path, text] = hash.split(/\?(.*)/s);
        const parts = path.split('/').map(decodeURIComponent);
        const wanted = read_query(text || ''), view = view_of(parts, wanted);
        const matrix = !view && parts[0] !== 'about';
        $('matrix').hidden = !matrix;
        $('about').hidden = Boolean(view);
        $('view').hidden = !view;
        let heading = parts[0] === 'about' ? $('about-title') : $('matrix-title');
        if (view) {
            heading = h('h2', { tabindex: '-1' }, view[0]);
            $('view').replaceChildren(heading, ...view.slice(1).flat(Infinity));
        } else if (matrix) {
            show_matrix(true);
        }
        document.title = `${heading.textContent} – JETS`;
        if (first_time) return;
        const back = matrix && last_cell && $('table').querySelector('[tabindex="0"]');
        (back || heading).focus();
        if (!back) scrollTo(0, 0);
    }

    function start_theme() {
        const set = (theme) => {
            if (theme) document.documentElement.dataset.theme = theme;
            else delete document.documentElement.dataset.theme;
        };
        $('theme').addEventListener('change', (event) => {
            set(event.target.value);
            // Where a file may keep nothing, the choice lasts as long as the page.
            try {
                localStorage.setItem('jets-theme', event.target.value);
            } catch { /* nothing to keep it in */ }
        });
        try {
            $('theme').value = localStorage.getItem('jets-theme') || '';
            set($('theme').value);
        } catch { /* as the system has it */ }
    }

    async function start() {
        start_theme();
        await unpack();
        fill_filters();
        document.addEventListener('click', (event) => {
            const to = event.target.closest('#table a[href]');
            if (to) last_cell = to.getAttribute('href');
        });
        addEventListener('hashchange', () => {
            // Other fragments are places of the page itself.
            if (location.hash === '' || location.hash.startsWith('#/')) route(false);
        });
        route(true);
        document.documentElement.dataset.ready = 'yes';
    }

    start();
})();
