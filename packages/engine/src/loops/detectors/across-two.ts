/** One service between two systems: what the one delivers is passed on to the other, and what that delivers goes back. */

interface Answer {
  /** Who delivers, as its user agent says. */
  deliverer: string
  host: string
  /** Calls of this host while deliveries of it are handled. */
  count: number
}

/** As many one way as the other, within what a window cuts off and sampling leaves out. */
const balanced = 0.7
/** Shorter names are of countries and of many. */
const shortestName = 4

/** Whether half of the deliveries and more go back and forth between two systems, each named by the host of the other’s answer. */
export function goesAcross(answers: Iterable<Answer>, deliveries: number): boolean {
  const all = [...answers]
  return all.some((answer) =>
    all.some(
      (other) =>
        answer.deliverer !== other.deliverer &&
        isNamed(answer.host, other.deliverer) &&
        isNamed(other.host, answer.deliverer) &&
        Math.min(answer.count, other.count) >= balanced * Math.max(answer.count, other.count) &&
        answer.count + other.count >= deliveries / 2,
    ),
  )
}

/** Parts of a sender's name that describe what it is, such as "hook" or "client", and do not identify it. */
const kinds = /^(webhooks?|hooks?|captain|client|robots?|mozilla|compatible|https?|delivery|service|agent)$/

/**
 * `acme.example.com` is of whom delivers as `Example Webhook`: the part before the last is who it is, or holds its name
 * (`myexample.com`).
 */
export function isNamed(host: string, deliverer: string): boolean {
  const name = (host.split('.').at(-2) ?? '').toLowerCase()
  if (name.length < shortestName || kinds.test(name)) return false
  const tokens = deliverer.toLowerCase().match(/[a-z]+/g) ?? []
  return (
    deliverer.toLowerCase().includes(name) ||
    tokens.some((word) => word.length > shortestName && !kinds.test(word) && name.includes(word))
  )
}
