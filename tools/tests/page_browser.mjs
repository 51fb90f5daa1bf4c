/*
 * Tries the page in a real browser; page.sh runs it.
 *
 *     node page_browser.mjs MODULES CHROMIUM PAGE [FOLDER]
 *
 * MODULES has playwright-core and axe-core. PAGE is made of the results that page_sample.py makes. Pictures
 * of it go to FOLDER, where one is named. Prints TAP; the exit status is 1 where something is wrong.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const [modules, program, page_file, pictures] = process.argv.slice(2);
const need = createRequire(resolve(modules, 'x'));
const { chromium } = need('playwright-core');
const axe = readFileSync(need.resolve('axe-core/axe.min.js'), 'utf8');
const url = pathToFileURL(page_file).href;
const LIMIT_MS = 500; // the goal is 100, which is printed beside; a busy machine takes a few times that

let count = 0, failed = 0;
function is(name, got, want) {
    const same = JSON.stringify(got) === JSON.stringify(want);
    count++;
    console.log(`${same ? 'ok' : 'not ok'} ${count} - ${name}`);
    if (!same) {
        failed++;
        console.log(`# got:  ${JSON.stringify(got)}\n# want: ${JSON.stringify(want)}`);
    }
}
const yes = (name, test, seen) => is(name, test ? true : seen, true);

// As root, chromium has no sandbox of its own.
const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
const complaints = [], asked = [];

async function open(hash, options = {}) {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 }, ...options });
    page.on('console', (message) => complaints.push(`${hash}: ${message.text()}`));
    page.on('pageerror', (error) => complaints.push(`${hash}: ${error.message}`));
    page.on('request', (request) => asked.push(request.url().split('#')[0]));
    await page.goto(url + hash);
    if (options.javaScriptEnabled !== false) await page.waitForSelector('html[data-ready]');
    return page;
}

async function rows(page, part = 'tbody:nth-of-type(1)') {
    await page.waitForSelector('#table table[data-whole]');
    return page.locator(`#table ${part} tr`).count();
}
const heading = (page) => page.locator('h2:visible').first().textContent();
const cases_told = (page) => page.evaluate(() => Number(document.querySelector('#count').textContent.match(/(\d+) cases/)[1]));
const focused = (page) => page.evaluate(() => document.activeElement.textContent);
const table_text = (page) => page.evaluate(() => [...document.querySelectorAll('#table tbody tr')].map((row) =>
    [...row.cells].map((cell) => [...cell.querySelectorAll('b')].map((mark) => mark.className + mark.textContent).join(' ') || cell.textContent).join('|')));

/* How long the page is busy from an event to the next frame that shows what came of it; the shortest of
 * eight. Time of its thread, not of the clock: others use this machine. */
async function time_of(page, act) {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const busy = async () => (await session.send('Performance.getMetrics')).metrics.find((one) => one.name === 'TaskDuration').value * 1000;
    let least = Infinity;
    for (let i = 0; i < 8; i++) {
        const begin = await busy();
        await page.evaluate(act);
        least = Math.min(least, await busy() - begin);
        // What is still to come belongs to none of them.
        await page.waitForFunction(() => document.querySelector('#matrix').hidden || document.querySelector('#table table[data-whole]'));
        await page.waitForTimeout(100);
    }
    return least;
}

const BIG = `const to_frame = (act) => new Promise((done) => { act(); requestAnimationFrame(() => setTimeout(done)); });
    const set = (id, value) => { const field = document.getElementById(id); field.value = value; field.dispatchEvent(new Event('input', { bubbles: true })); };`;

async function violations(page) {
    // By the debugger: the policy of the page forbids it a script of others.
    await page.evaluate(axe);
    const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
    return found.violations.map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 150)} ${one.nodes[0].failureSummary}`);
}

/* --- it loads --- */

const first = await open('');
is('the matrix is shown', await heading(first), "What takes the right answer out of a model's reply");
is('with 60 implementations', await rows(first), 60);
is('and the floors as rows', await rows(first, 'tbody:nth-of-type(2)'), 8);
const scripted = await table_text(first);
const plain = await open('', { javaScriptEnabled: false });
is('without JavaScript the same table stands there', (await table_text(plain)).sort(), scripted.sort());
is('and no form that would do nothing', await plain.locator('form:visible').count(), 0);
is('what is right by its policy is counted as that, and is no fault',
    (await table_text(first)).find((row) => row.startsWith('sample-1 ')).split('|').slice(2, 10).slice(1), ['0', '0', '0', '0', '0', '1', '0']);

/* --- filters and order --- */

await first.selectOption('#language', 'Go');
is('a language leaves its implementations', await rows(first), 10);
is('the address says so', new URL(first.url()).hash, '#/?language=Go');
is('and is told', await first.locator('#count').textContent(), `10 implementations, ${await cases_told(first)} cases`);
await first.selectOption('#severity', 'resource');
const fewer = await cases_told(first);
yes('a severity leaves fewer cases', fewer > 0 && fewer < 1000, fewer);
await first.selectOption('#verdict', 'hijack');
is('of a verdict the cells show no other', await first.locator('#table tbody:nth-of-type(1) td b[class]:not(.h)').count(), 0);
yes('but that one', await first.locator('#table tbody:nth-of-type(1) td b.h').count() > 0, 'none');
await first.selectOption('#category', 'time');
is('a category leaves one column behind the counts', await first.locator('#table thead th').count(), 11);
await first.fill('#text', 'no reply says this');
yes('a text that no case has: that is told', (await first.locator('#count').textContent()).includes('nothing matches'), 'not told');
await first.click('button[type=reset]');
is('all of them again', [await rows(first), new URL(first.url()).hash], [60, '#/']);
await first.fill('#implementation', 'sample-17');
is('an implementation by its name', await rows(first), 1);
await first.fill('#implementation', '');
await first.click('[data-sort=hijack]');
const hijacks = await first.evaluate(() => [...document.querySelectorAll('#table tbody:nth-of-type(1) tr')].map((row) => Number(row.cells[3].textContent)));
is('a head sorts, the most first', hijacks, [...hijacks].sort((a, b) => b - a));
is('and says it', await first.locator('th:has([data-sort=hijack])').getAttribute('aria-sort'), 'descending');
await first.click('[data-sort=hijack]');
is('the other way round at the second press', await first.locator('th:has([data-sort=hijack])').getAttribute('aria-sort'), 'ascending');

/* --- from a cell to a case, with the keyboard alone --- */

const keys = await open('');
await keys.locator('#table').focus();
await keys.keyboard.press('Tab');
yes('the table is one stop of the tab key', (await focused(keys)).startsWith('sample-'), await focused(keys));
await keys.keyboard.press('ArrowDown');
for (let i = 0; i < 12; i++) await keys.keyboard.press('ArrowRight');
const place = await keys.evaluate(() => [document.activeElement.closest('tr').rowIndex, document.activeElement.closest('td').cellIndex]);
is('arrow keys move in it', place, [2, 12]);
const cell = await keys.evaluate(() => document.activeElement.getAttribute('href'));
await keys.keyboard.press('Enter');
await keys.waitForSelector('#view:not([hidden])');
is('a cell opens its cases', new URL(keys.url()).hash, cell);
is('the focus is on what is new', await focused(keys), await heading(keys));
await keys.keyboard.press('Tab');
await keys.keyboard.press('Tab');
await keys.keyboard.press('Enter');
await keys.waitForSelector('.reply');
yes('a line of it opens the case', new URL(keys.url()).hash.startsWith('#/case/'), keys.url());
await keys.goBack();
await keys.goBack();
await keys.waitForSelector('#table tbody tr');
is('two steps back, and the focus is on the cell again', await keys.evaluate(() => document.activeElement.getAttribute('href')), cell);
is('the tab key leaves the table at once', await keys.evaluate(() => document.querySelectorAll('#table [tabindex="0"]').length), 1);

/* --- links to a view --- */

const CASE = 'json-in-reasoning/draft-object-in-a-think-block';
const one = await open(`#/case/${CASE}?by=sample-5`);
is('a link leads to a case', await heading(one), 'A draft object in the think block is not the answer');
is('its reply is marked, in words too', await one.locator('.reply .tag').allTextContents(), ['reasoning', 'decoy', 'answer']);
is('the answer is what the case says', (await one.locator('.reply .a').textContent()).replace('answer', ''), '{"city": "Porto", "days": 3}');
is('what came is told where it was right, too', await one.locator('.returned tr:has-text("sample-0 ") td').last().textContent(), 'as expected');
is('each implementation stands below, and each floor', await one.locator('.returned tbody tr').count(), 68);
yes('the command runs it again', (await one.locator('pre[aria-label^="The command"]').textContent())
    .includes(`build/bin/jets run --filter ${CASE} conformance/adapters/sample-5/implementation.json`), 'another');
yes('it says why it matters, and where it is from', ['why it matters', 'source', 'rules'].every((name) => one.locator(`dt:has-text("${name}")`)), '');
yes('and where to dispute it', await one.locator('a:has-text("Dispute")').count() === 1, 'no link');
const implementation = await open('#/implementation/sample-4');
is('a link leads to an implementation', await heading(implementation), 'sample-4 4.0');
yes('what it declares stands there', (await implementation.locator('dl').textContent()).includes('names=any'), 'not');
const again = async (page) => (await page.locator('dt:has-text("tried again") + dd').textContent()).replace(/\d+ hijacks were/, 'N hijacks were');
yes('how many hijacks came again from a plain script, too', (await again(implementation)).startsWith('7 of its'), await again(implementation));
is('and that of other results it is not known', await again(await open('#/implementation/sample-5')), 'its N hijacks were not tried yet from a plain script with the package alone');
is('a long list begins with its first part', await implementation.locator('.cases li').count(), 200);
await implementation.click('button:has-text("Show the other")');
yes('and grows when asked', await implementation.locator('.cases li').count() > 900, await implementation.locator('.cases li').count());
const pair = await open('#/compare/sample-0/sample-4');
is('a link leads to a pair', await heading(pair), 'sample-0 0.0 and sample-4 4.0');
const sum = await pair.evaluate(() => [...document.querySelectorAll('.plain td.number')].reduce((all, cell) => all + (Number(cell.textContent) || 0), 0));
const differ = await pair.evaluate(() => Number(document.querySelector('h3').textContent.match(/\d+/)[0]));
const same = await pair.evaluate(() => Number([...document.querySelectorAll('.plain tbody tr:first-child td')][0].textContent));
is('the verdicts of both add up', sum, differ + same);
await pair.selectOption('#second', 'sample-1');
await pair.waitForFunction(() => document.querySelector('#view h2').textContent.includes('sample-1'));
is('others can be chosen there', new URL(pair.url()).hash, '#/compare/sample-0/sample-1');
const nowhere = await open('#/case/no/such-case');
is('a link to what is not there says so', await heading(nowhere), 'Not here');
const filtered = await open('#/?language=Rust&sort=-lost');
is('a link has the filters', [await rows(filtered), await filtered.inputValue('#language')], [10, 'Rust']);

/* --- what implementations return is text --- */

const hostile = await open('#/implementation/sample-3');
await hostile.click('button:has-text("Show the other")');
yes('what would be markup is shown as it is', (await hostile.locator('#view').textContent()).includes('<img src=x onerror'), 'not shown');
is('and makes no element', await hostile.evaluate(() => [document.images.length, document.title.includes('taken')]), [0, false]);
const crowd = await open(`#/cases/sample-3/all`);
is('nor in the table, where a language is markup', await first.evaluate(() => [document.images.length, document.title.includes('taken')]), [0, false]);
is('nor in a list', await crowd.evaluate(() => document.images.length), 0);

/* --- themes, widths, paper, and those who cannot see it --- */

const views = ['', `#/case/${CASE}?by=sample-5`, '#/implementation/sample-4', '#/compare/sample-3/sample-4', '#/cases/sample-4/fence', '#/about'];
for (const theme of ['light', 'dark']) {
    for (const [at, view] of views.entries()) {
        const shown = await open(view, { colorScheme: theme });
        is(`axe finds nothing, ${theme}: ${view || 'the matrix'}`, await violations(shown), []);
        if (pictures) await shown.screenshot({ path: `${pictures}/${theme}-${at}.png` });
        await shown.close();
        const narrow = await open(view, { colorScheme: theme, viewport: { width: 360, height: 740 } });
        const wide = await narrow.evaluate(() => document.documentElement.scrollWidth);
        yes(`on a phone nothing sticks out, ${theme}: ${view || 'the matrix'}`, wide <= 360, wide);
        if (pictures) await narrow.screenshot({ path: `${pictures}/phone-${theme}-${at}.png`, fullPage: at !== 2 });
        await narrow.close();
    }
}
const paint = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const theme = await open('', { colorScheme: 'light' });
is('the theme is that of the system', await paint(theme), 'rgb(255, 255, 255)');
await theme.selectOption('#theme', 'dark');
is('and can be chosen', await paint(theme), 'rgb(22, 22, 22)');
const dark = await open('', { colorScheme: 'dark' });
await dark.selectOption('#theme', 'light');
is('either way', await paint(dark), 'rgb(255, 255, 255)');
await theme.emulateMedia({ media: 'print' });
is('on paper there is no form, and no dark ground', [await theme.locator('form:visible').count(), await paint(theme)], [0, 'rgb(255, 255, 255)']);
const paper = await theme.evaluate(() => {
    const box = document.querySelector('#table');
    return box.scrollHeight <= box.clientHeight + 1;
});
yes('and the whole table', paper, 'cut');
if (pictures) await theme.pdf({ path: `${pictures}/matrix.pdf`, preferCSSPageSize: true });

/* --- 60 implementations, and it is quick --- */

const quick = await open('');
for (const [name, act] of [
    ['a filter', `${BIG} to_frame(() => set('severity', document.getElementById('severity').value ? '' : 'integrity'))`],
    ['a letter that is typed', `${BIG} to_frame(() => set('text', document.getElementById('text').value + 'e'))`],
    ['sorting', `${BIG} to_frame(() => document.querySelector('[data-sort=lost]').click())`],
    ['a list of cases', `${BIG} to_frame(() => { location.hash = location.hash.startsWith('#/cases') ? '#/' : '#/cases/sample-7/all'; dispatchEvent(new Event('hashchange')); })`],
    ['a case', `${BIG} to_frame(() => { location.hash = location.hash.startsWith('#/case/') ? '#/about' : '#/case/${CASE}'; dispatchEvent(new Event('hashchange')); })`],
]) {
    const took = await time_of(quick, act);
    console.log(`# ${name}: ${took.toFixed(0)} ms (goal: 100)`);
    yes(`${name} takes less than ${LIMIT_MS} ms`, took < LIMIT_MS, took);
}

is('nothing was written to the console', complaints, []);
is('nothing was loaded but the page', [...new Set(asked)], [url]);
await browser.close();
process.exit(failed ? 1 : 0);
