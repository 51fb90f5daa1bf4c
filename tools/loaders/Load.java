// Runs an extractor over tree/, with the JDK alone: java Load.java EXPORT. Put your own in place of
// extract.
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

class Load {
    /** The slice of the reply that is the value, or null: here, the whole reply where it is an object
     *  or an array, read by the small strict reader below. */
    static String extract(byte[] reply) {
        String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(reply)).toString();
        } catch (CharacterCodingException e) {
            return null;
        }
        Reader reader = new Reader(text);
        int start = reader.space();
        boolean whole = reader.value(512) && reader.at > start && "{[".indexOf(text.charAt(start)) >= 0;
        int end = reader.at;
        return whole && reader.space() == text.length() ? text.substring(start, end) : null;
    }

    static class Reader {
        static final Pattern SPACE = Pattern.compile("[ \\t\\n\\r]*+");
        static final Pattern STRING = Pattern.compile(
            "\"(?:[^\"\\\\\\x00-\\x1f]|\\\\(?:[\"\\\\/bfnrt]|u[0-9a-fA-F]{4}))*+\"");
        static final Pattern SCALAR = Pattern.compile(STRING.pattern()
            + "|-?(?:0|[1-9][0-9]*+)(?:\\.[0-9]++)?(?:[eE][+-]?[0-9]++)?|true|false|null");
        final String text;
        int at;

        Reader(String text) {
            this.text = text;
        }

        boolean take(Pattern pattern) {
            Matcher matcher = pattern.matcher(text).region(at, text.length());
            boolean found = matcher.lookingAt();
            at = found ? matcher.end() : at;
            return found;
        }

        boolean take(char c) {
            boolean found = at < text.length() && text.charAt(at) == c;
            at += found ? 1 : 0;
            return found;
        }

        int space() {
            take(SPACE);
            return at;
        }

        boolean value(int levels) {
            boolean object = take('{');
            if (!object && !take('[')) {
                return take(SCALAR);
            }
            char closer = object ? '}' : ']';
            space();
            if (levels == 0 || take(closer)) {
                return levels > 0;
            }
            do {
                space();
                if (object && !(take(STRING) && space() >= 0 && take(':') && space() >= 0)) {
                    return false;
                }
                if (!value(levels - 1)) {
                    return false;
                }
                space();
            } while (take(','));
            return take(closer);
        }
    }

    /** The JSON text of a member of expected.json, which has one a line; null where it has none. */
    static String member(List<String> expected, String name) {
        String start = "\"" + name + "\": ";
        for (String line : expected) {
            if (line.startsWith(start)) {
                return line.substring(start.length()).replaceFirst(",$", "");
            }
        }
        return null;
    }

    /** Whether the answer is the slice that the span names, or a refusal where that is right. */
    static boolean isRight(byte[] reply, List<String> expected) {
        String got = extract(reply);
        String span = member(expected, "span");
        if (got == null || span == null) {
            return got == null && !member(expected, "refusal").equals("\"wrong\"");
        }
        String[] ends = span.substring(1, span.length() - 1).split(",");
        int offset = Integer.parseInt(ends[0]);
        return got.equals(new String(reply, offset, Integer.parseInt(ends[1]), StandardCharsets.UTF_8));
    }

    public static void main(String[] args) throws IOException {
        int passed = 0, failed = 0, skipped = 0;
        Path tree = Path.of(args[0], "tree");
        List<Path> folders;
        try (var paths = Files.walk(tree, 2)) {
            folders = paths.filter(path -> tree.relativize(path).getNameCount() == 2).sorted().toList();
        }
        for (Path folder : folders) {
            List<String> expected = Files.readAllLines(folder.resolve("expected.json"));
            boolean plain = "\"extract\"".equals(member(expected, "operation"))
                && "{}".equals(member(expected, "options"));
            if (!plain || !Files.exists(folder.resolve("reply"))) {
                skipped++;
            } else if (isRight(Files.readAllBytes(folder.resolve("reply")), expected)) {
                passed++;
            } else {
                failed++;
                System.out.println("FAIL " + tree.relativize(folder));
            }
        }
        System.out.println(passed + " passed, " + failed + " failed, " + skipped + " skipped");
    }
}
