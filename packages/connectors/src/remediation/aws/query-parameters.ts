/** Parts of an XML answer as parameters of a request of the Query protocol: `Actions.member.1.Type`. */
import type { XmlElement } from './xml.ts'

/** What AWS tells and does not accept, or tells twice. */
function isAccepted({ name }: XmlElement, siblings: readonly XmlElement[]): boolean {
  const hasContent = (pattern: RegExp) =>
    siblings.some((other) => pattern.test(other.name) && other.children.length > 0)
  if (name === 'IsDefault') return false
  if (name === 'TargetGroupArn') return !hasContent(/^ForwardConfig$/)
  return name !== 'Values' || !hasContent(/Config$/)
}

/** Empty elements are left out: the Query protocol cannot send them. */
export function toParameters(element: XmlElement, prefix: string): Record<string, string> {
  if (element.children.length === 0) return element.text === '' ? {} : { [prefix]: element.text }
  const parameters: Record<string, string> = {}
  let members = 0
  for (const child of element.children) {
    if (!isAccepted(child, element.children)) continue
    if (child.name === 'member') members += 1
    Object.assign(
      parameters,
      toParameters(child, `${prefix}.${child.name}${child.name === 'member' ? `.${members}` : ''}`),
    )
  }
  return parameters
}

/** `Subnets.member.1` and so on. */
export function listParameters(name: string, values: readonly string[]): Record<string, string> {
  return Object.fromEntries(values.map((value, index) => [`${name}.member.${index + 1}`, value]))
}

/** `Tags.member.1.Key` and `Tags.member.1.Value`, and so on; the names of attributes are sent the same way. */
export function pairParameters(name: string, pairs: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(pairs).flatMap(([key, value], index) => [
      [`${name}.member.${index + 1}.Key`, key],
      [`${name}.member.${index + 1}.Value`, value],
    ]),
  )
}
