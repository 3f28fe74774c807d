import { fromKeys } from '@kept/foundation/keys.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'

export type Values<Name extends string> = Record<Name, string>
/** Error messages by field. */
export type Mistakes<Name extends string> = Partial<Record<Name, string>>

interface FormOptions<Name extends string> {
  fields: readonly Name[]
  /** Validates the values before they are sent. */
  check?(values: Values<Name>): Mistakes<Name> | Promise<Mistakes<Name>>
  /** Called with each focus: fetches what `check` needs. */
  prepare?(): void
  send(values: Values<Name>): Promise<void>
  /** Converts an error to a message for a field or for the form. */
  explain(error: unknown): { field?: Name; sentence: string }
}

/**
 * A native form: password managers fill it, Enter submits it, errors are shown at their fields, and the first one gets
 * the focus. Typed text is never cleared.
 */
export function useForm<Name extends string>({ fields, check, prepare, send, explain }: FormOptions<Name>) {
  const form = useRef<HTMLFormElement>(null)
  const [mistakes, setMistakes] = useState<Mistakes<Name>>({})
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [attempts, setAttempts] = useState(0)

  // A counter, so that the same error focuses its field again.
  useEffect(() => {
    if (attempts === 0) return
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const alert = form.current?.querySelector<HTMLElement>('[data-form-failure]')
    ;(first ?? alert)?.focus()
  }, [attempts])

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const data = new FormData(event.currentTarget)
    const values = fromKeys(fields, (name) => String(data.get(name) ?? ''))
    setBusy(true)
    const newMistakes = (await check?.(values)) ?? {}
    setFailure('')
    setMistakes(newMistakes)
    if (Object.keys(newMistakes).length > 0) {
      setBusy(false)
      return setAttempts((times) => times + 1)
    }
    try {
      await send(values)
    } catch (error) {
      const { field, sentence } = explain(error)
      if (field) setMistakes({ [field]: sentence } as Mistakes<Name>)
      else setFailure(sentence)
      setAttempts((times) => times + 1)
    } finally {
      setBusy(false)
    }
  }

  return {
    /** Spread on the form element. */
    form: { ref: form, onSubmit, onFocus: prepare, noValidate: true },
    /** Spread on a field: its name and error, which disappears on input. */
    field: (name: Name) => ({
      name,
      error: mistakes[name],
      onInput: () => mistakes[name] && setMistakes((now) => ({ ...now, [name]: undefined })),
    }),
    failure,
    isBusy,
  }
}
