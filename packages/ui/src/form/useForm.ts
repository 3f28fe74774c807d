import { type FormEvent, useEffect, useRef, useState } from 'react'

export type Values<Name extends string> = Record<Name, string>
/** What is wrong, by field. */
export type Mistakes<Name extends string> = Partial<Record<Name, string>>

interface FormOptions<Name extends string> {
  fields: readonly Name[]
  /** Looked at before anything is sent. */
  check?(values: Values<Name>): Mistakes<Name>
  send(values: Values<Name>): Promise<void>
  /** What a refusal means: a field that is to blame, or a sentence about the whole. */
  explain(error: unknown): { field?: Name; sentence: string }
}

/**
 * A form that the browser itself keeps: password managers fill it, Enter sends it, and what is wrong stands beside its
 * field, with the first mistake in focus. What was typed is never taken away.
 */
export function useForm<Name extends string>({ fields, check, send, explain }: FormOptions<Name>) {
  const form = useRef<HTMLFormElement>(null)
  const [mistakes, setMistakes] = useState<Mistakes<Name>>({})
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState(0)

  // Counted, so that the same mistake made twice is led to twice.
  useEffect(() => {
    if (asked === 0) return
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const alert = form.current?.querySelector<HTMLElement>('[data-form-failure]')
    ;(first ?? alert)?.focus()
  }, [asked])

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const data = new FormData(event.currentTarget)
    const values = Object.fromEntries(fields.map((name) => [name, String(data.get(name) ?? '')])) as Values<Name>
    const found = check?.(values) ?? {}
    setFailure('')
    setMistakes(found)
    if (Object.keys(found).length > 0) return setAsked((times) => times + 1)
    setBusy(true)
    try {
      await send(values)
    } catch (error) {
      const { field, sentence } = explain(error)
      if (field) setMistakes({ [field]: sentence } as Mistakes<Name>)
      else setFailure(sentence)
      setAsked((times) => times + 1)
    } finally {
      setBusy(false)
    }
  }

  return {
    /** Spread on the form element. */
    form: { ref: form, onSubmit, noValidate: true },
    /** Spread on a field: its name, its mistake, which goes once it is typed in again. */
    field: (name: Name) => ({
      name,
      error: mistakes[name],
      onInput: () => mistakes[name] && setMistakes((now) => ({ ...now, [name]: undefined })),
    }),
    failure,
    busy,
  }
}
