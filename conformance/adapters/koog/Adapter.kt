import ai.koog.prompt.params.LLMParams
import ai.koog.prompt.structure.json.JsonStructuredData
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject

/** koog: a structure as its agents ask models for, here any JSON. */
private val structure = JsonStructuredData(
    id = "Answer",
    schema = LLMParams.Schema.JSON.Basic("Answer", JsonObject(emptyMap())),
    examples = emptyList(),
    serializer = JsonElement.serializer(),
    json = JsonStructuredData.defaultJson,
)

fun main(words: Array<String>) {
    // A SerializationException is an IllegalArgumentException.
    Stream.serve("koog", words, { reply -> structure.parse(reply).toString() },
        listOf(IllegalArgumentException::class.java))
}
