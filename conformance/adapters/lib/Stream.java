import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The stream mode of the contract (CONTRACT.md), for adapters in Java and Kotlin.
 *
 * <p>Words of the command line in the form option=value name what the package can be asked for besides
 * the defaults, such as select=first where that is all it does. A request for another option or value
 * is answered with "unsupported".
 *
 * <p>Requests are read here, not by a library: one would stand on the class path of the package.
 */
public final class Stream {
    /** Takes a reply, and returns the answer as JSON text; null: the package found none. */
    public interface Extractor {
        String extract(String reply) throws Exception;
    }

    private static final List<String> OPTIONS = List.of("expect", "select", "names", "reasoning", "starts");

    private final String line;
    private int at;

    private Stream(String line) {
        this.line = line;
    }

    /**
     * Answers requests until there are no more. An exception of one of the classes `refusals` is how the
     * package says that there is none; any other is an error.
     */
    public static void serve(String name, String[] words, Extractor extractor, List<Class<?>> refusals)
            throws IOException {
        // What a package prints must not come between the responses.
        PrintStream responses = new PrintStream(System.out, false, StandardCharsets.US_ASCII);
        System.setOut(System.err);
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            Map<String, String> request = new Stream(line).members();
            String said = request.containsKey("hello")
                    ? "\"hello\":{\"contract\":1,\"name\":" + quoted(name) + ",\"operations\":[\"extract\"],\"window\":16}"
                    : answer(request, List.of(words), extractor, refusals);
            responses.print("{\"id\":" + request.get("id") + "," + said + "}\n");
            responses.flush();
        }
    }

    private static String answer(Map<String, String> request, List<String> words, Extractor extractor,
            List<Class<?>> refusals) {
        String lacking = notTaken(request, words);
        if (lacking != null) {
            return "\"unsupported\":" + quoted(lacking);
        }
        try {
            String text = extractor.extract(replyOf(request));
            return text == null ? "\"none\":\"\"" : "\"text\":" + quoted(text);
        } catch (Exception | StackOverflowError thrown) {
            String reason = thrown.getClass().getSimpleName() + ": " + thrown.getMessage();
            String cut = quoted(reason.substring(0, Math.min(reason.length(), 200)));
            boolean refused = refusals.stream().anyMatch(one -> one.isInstance(thrown));
            return (refused ? "\"none\":" : "\"error\":") + cut;
        }
    }

    private static String notTaken(Map<String, String> request, List<String> words) {
        if (!request.get("op").equals("extract")) {
            return request.get("op") + ": the package has no such operation";
        }
        for (String option : OPTIONS) {
            String word = option + "=" + request.get(option);
            if (request.containsKey(option) && !words.contains(word)) {
                return word + ": the package has no such option";
            }
        }
        return null;
    }

    /** A reply that is not UTF-8 has its bad bytes replaced. */
    private static String replyOf(Map<String, String> request) {
        String reply = request.get("reply");
        return reply != null ? reply
                : new String(Base64.getDecoder().decode(request.get("reply_base64")), StandardCharsets.UTF_8);
    }

    /** The members of a request: strings as they read, what else there is as it stands. */
    private Map<String, String> members() {
        Map<String, String> members = new HashMap<>();
        at = line.indexOf('{') + 1;
        while (line.charAt(at) != '}') {
            at = line.indexOf('"', at);
            String name = string();
            at = line.indexOf(':', at) + 1;
            while (line.charAt(at) == ' ') {
                at++;
            }
            members.put(name, line.charAt(at) == '"' ? string() : other());
        }
        return members;
    }

    private String string() {
        StringBuilder text = new StringBuilder();
        for (at++; line.charAt(at) != '"'; at++) {
            text.append(line.charAt(at) == '\\' ? escaped() : line.charAt(at));
        }
        at++;
        return text.toString();
    }

    private char escaped() {
        at++;
        if (line.charAt(at) == 'u') {
            at += 4;
            return (char) Integer.parseInt(line.substring(at - 3, at + 1), 16);
        }
        int which = "bfnrt".indexOf(line.charAt(at));
        return which < 0 ? line.charAt(at) : "\b\f\n\r\t".charAt(which);
    }

    /** A number, or the object of hello: up to the comma or brace behind it. */
    private String other() {
        int begin = at;
        int depth = 0;
        while (depth > 0 || ",}".indexOf(line.charAt(at)) < 0) {
            depth += line.charAt(at) == '{' ? 1 : line.charAt(at) == '}' ? -1 : 0;
            at++;
        }
        return line.substring(begin, at);
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char unit : text.toCharArray()) {
            if (unit == '"' || unit == '\\') {
                quoted.append('\\').append(unit);
            } else if (unit < ' ' || unit > '~') {
                quoted.append(String.format("\\u%04x", (int) unit));
            } else {
                quoted.append(unit);
            }
        }
        return quoted.append('"').toString();
    }
}
