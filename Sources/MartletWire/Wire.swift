/// The types of the wire schema, one for each message and enumeration of `Protocol/*.proto`.
///
/// Written by the generator in `Protocol/Generator`; run `Protocol/generate` after a change of the schema.
package enum Wire {}
