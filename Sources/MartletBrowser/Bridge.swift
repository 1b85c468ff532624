/// The values that cross between the client core and JavaScript; generated from `Protocol/client.proto`.
package enum Bridge {}
