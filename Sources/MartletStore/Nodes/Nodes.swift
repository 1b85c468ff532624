/// What the nodes of a server tell each other; generated from `Protocol/node.proto`.
package enum Nodes {}
