/** Validates a form by the contract's own schema of what the form sends. */
import { describeIssue } from '@kept/domain/describe-issue.ts'
import type { Mistakes, Values } from '@kept/ui/form/useForm.ts'
import { toSentence } from './sentence.ts'

type Issue = Parameters<typeof describeIssue>[0]

/** A Zod schema, as far as a form needs it. */
interface InputSchema {
  safeParse(input: unknown): { success: boolean; error?: { issues: readonly Issue[] } | undefined }
}

interface CheckOptions<Name extends string> {
  fields: readonly Name[]
  /** Fetched with the first focus, so that no screen carries schemas before someone types. */
  schema(): Promise<InputSchema>
  /** What the form sends. Parts that no field decides may be left out. */
  input(values: Values<NoInfer<Name>>): unknown
  /** The field of a path of the input, where it has another name: `{ 'typed.url': 'url' }`. */
  names?: Readonly<Record<string, NoInfer<Name>>>
  /** What to say when nothing was typed. */
  missing?: Mistakes<NoInfer<Name>>
  /** What to say when the schema refuses what was typed. Without it, the schema's own text. */
  invalid?: Mistakes<NoInfer<Name>>
  /** Rules of the form itself: an end after a start, a name that is taken. They come before the schema's. */
  rules?(values: Values<NoInfer<Name>>): Mistakes<NoInfer<Name>>
}

/** The options `fields`, `check` and `prepare` of `useForm`. */
export function checkBy<const Name extends string>(options: CheckOptions<Name>) {
  const { fields, schema, input, names, missing, invalid, rules } = options
  const load = () => schema().catch(() => undefined)
  return {
    fields,
    prepare: () => void load(),
    async check(values: Values<Name>): Promise<Mistakes<Name>> {
      // Without the schema (offline, or a new version was installed meanwhile), the server's answer decides.
      const issues = (await load())?.safeParse(input(values)).error?.issues ?? []
      const mistakes: Mistakes<Name> = {}
      for (const issue of issues) {
        const name = fieldOf(issue.path, names ?? {}, fields)
        if (name === undefined || mistakes[name] !== undefined) continue
        const isMissing = values[name].trim() === ''
        mistakes[name] =
          (isMissing ? missing?.[name] : undefined) ?? invalid?.[name] ?? toSentence(describeIssue(issue))
      }
      return { ...mistakes, ...rules?.(values) }
    },
  }
}

/** The field that the nearest part of the path belongs to; undefined for what no field of the form decides. */
function fieldOf<Name extends string>(
  path: readonly PropertyKey[],
  names: Readonly<Record<string, Name>>,
  fields: readonly Name[],
): Name | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const text = path.slice(0, length).map(String).join('.')
    const name = names[text] ?? fields.find((field) => field === text)
    if (name !== undefined) return name
  }
  return undefined
}
