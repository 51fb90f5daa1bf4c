import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;

/** What people write with Jackson alone, since Java has no JSON of its own; by the first word of the command line. */
public final class Adapter {
    private static final ObjectMapper WHOLE =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final ObjectMapper PREFIX = new ObjectMapper();

    /** The parser on the whole text. */
    private static String strict(String reply) throws JsonProcessingException {
        JsonNode value = WHOLE.readTree(reply);
        return value.isMissingNode() ? null : WHOLE.writeValueAsString(value);
    }

    /** From the first brace to the last. */
    private static String braces(String reply) throws JsonProcessingException {
        int begin = reply.indexOf('{');
        int end = reply.lastIndexOf('}');
        return begin >= 0 && begin < end ? strict(reply.substring(begin, end + 1)) : null;
    }

    /** The first bracket from which a value can be read. */
    private static String first(String reply) {
        for (int at = 0; at < reply.length(); at++) {
            if (reply.charAt(at) == '{' || reply.charAt(at) == '[') {
                try {
                    return PREFIX.writeValueAsString(PREFIX.readTree(reply.substring(at)));
                } catch (JsonProcessingException notYet) {
                    continue;
                }
            }
        }
        return null;
    }

    public static void main(String[] words) throws Exception {
        Map<String, Stream.Extractor> habits =
                Map.of("strict", Adapter::strict, "braces", Adapter::braces, "first", Adapter::first);
        Stream.serve("java-" + words[0], words, habits.get(words[0]), List.of(JsonProcessingException.class));
    }
}
