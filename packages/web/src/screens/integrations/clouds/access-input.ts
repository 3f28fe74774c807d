/** The form's values as the API takes them; what was left empty is left out. */
import type { CloudKind } from '@kept/domain/connection-kind.ts'
import { type AccessField, clouds } from './cloud-kinds.ts'

export function accessInput(
  kind: CloudKind,
  values: Readonly<Partial<Record<AccessField, string>>>,
): Partial<Record<Exclude<AccessField, 'subscriptions' | 'projects'>, string>> & {
  subscriptions?: string[]
  projects?: string[]
} {
  return Object.fromEntries(
    clouds[kind].fields.flatMap(({ name, isList }) => {
      const text = (values[name] ?? '').trim()
      if (text === '') return []
      return [[name, isList ? text.split(/[\s,]+/).filter(Boolean) : text] as const]
    }),
  )
}
