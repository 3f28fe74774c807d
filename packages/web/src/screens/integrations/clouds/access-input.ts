/** The form's values as the API takes them; what was left empty is left out. */
import type { AccessField, SignIn } from './sign-in.ts'

type Entered = Partial<Record<Exclude<AccessField, 'subscriptions' | 'projects'>, string>> & {
  subscriptions?: string[]
  projects?: string[]
}

export function accessInput(
  { method, fields }: Pick<SignIn, 'method' | 'fields'>,
  values: Readonly<Partial<Record<AccessField, string>>>,
): Entered & { method?: 'federation' } {
  const entered: Entered = Object.fromEntries(
    fields.flatMap(({ name, isList }) => {
      const text = (values[name] ?? '').trim()
      if (text === '') return []
      return [[name, isList ? text.split(/[\s,]+/).filter(Boolean) : text] as const]
    }),
  )
  return method === 'federation' ? { method, ...entered } : entered
}

/** What to say of each required field that is empty. */
export function missingFields(
  fields: SignIn['fields'],
  values: Readonly<Partial<Record<AccessField, string>>>,
): Partial<Record<AccessField, string>> {
  return Object.fromEntries(
    fields.flatMap(({ name, missing }) => (missing && (values[name] ?? '').trim() === '' ? [[name, missing]] : [])),
  )
}
