import type { Verdict } from './verdict.ts'

/** Whether a person has said that this resource may do this; `*` stands for any run of characters. */
export function isAllowed(allow: readonly string[], { resource, resourceIds, systems }: Verdict): boolean {
  if (allow.length === 0) return false
  const names = [resource.id, resource.name, ...resourceIds, ...systems]
  return allow.some((pattern) => names.some((name) => matches(pattern, name)))
}

/** By parts, without an expression that a hostile pattern could make slow. */
function matches(pattern: string, name: string): boolean {
  const parts = pattern.split('*')
  if (parts.length === 1) return pattern === name
  const [head = '', ...rest] = parts
  if (!name.startsWith(head)) return false
  let at = head.length
  const tail = rest.pop() ?? ''
  for (const part of rest) {
    const found = name.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return name.length - tail.length >= at && name.endsWith(tail)
}
