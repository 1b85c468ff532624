/// The tables of annotations.
enum AnnotationSchema {
  static let columns: StaticString = """
    -- Of kind 1: target is the message it replies to, and annotations what is attached to it, a wire Annotations. Kind 5 is
    -- annotated: target the message, type the kind of annotation, content what changed, empty once the message was recalled.
    ALTER TABLE entry ADD COLUMN annotations BLOB;
    """
}
