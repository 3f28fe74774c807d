/** The filter of an export of the audit log in words: "action=budget.created, outcome=denied"; "" for all events. */
export function describeFilter(filter: Readonly<Record<string, string>>): string {
  return Object.entries(filter)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')
}
