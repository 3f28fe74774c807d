/** Attributes as OTLP writes them in JSON. */

export type Attributes = Record<string, string | number | boolean>

export function attributeList(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: scalarOf(value) }))
}

function scalarOf(value: string | number | boolean): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
