/** The filter of an audit log export as text: "action=budget.created, outcome=denied"; "" for all events. */
export function describeFilter(filter: Readonly<Record<string, string>>): string {
  return Object.entries(filter)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')
}
