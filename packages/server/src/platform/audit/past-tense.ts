/**
 * The summary of a route as the summary of what happened: "Download the compliance report" of the contract becomes
 * "Downloaded the compliance report" in the audit log. A test holds the past of each verb that the contract uses.
 */

const irregular: Readonly<Record<string, string>> = {
  Buy: 'Bought',
  Commit: 'Committed',
  Get: 'Requested',
  Give: 'Gave',
  Leave: 'Left',
  Let: 'Let',
  Pay: 'Paid',
  Resend: 'Resent',
  Run: 'Ran',
  Send: 'Sent',
  Set: 'Set',
  Stop: 'Stopped',
  Undo: 'Undid',
  Withdraw: 'Withdrew',
  Write: 'Wrote',
}

/** As it is for what does not begin with a verb, such as a method and a path. */
export function toPastTense(summary: string): string {
  const match = /^([A-Z][a-z]+)( or [a-z]+)?(?= |$)/.exec(summary)
  if (!match) return summary
  const [start, verb = '', other] = match
  const second = other?.slice(' or '.length)
  const rest = summary
    .slice(start.length)
    // Of the time of the request, of a condition that held, and of who reads the contract.
    .replace(/ now$| if it does not exist$/, '')
    .replace(/\byour\b/g, 'their')
  return `${pastOf(verb)}${second === undefined ? '' : ` or ${pastOf(second)}`}${rest}`
}

function pastOf(verb: string): string {
  const special = irregular[verb]
  if (special !== undefined) return special
  if (verb.endsWith('e')) return `${verb}d`
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${verb}ed`
}
