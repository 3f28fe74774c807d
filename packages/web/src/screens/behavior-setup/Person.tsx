import { sentenceOf } from '@kept/client/errors.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { explainFor } from '../../account/refusal.ts'
import { api } from '../../api/client.ts'
import { checkBy } from '../../form/check-by.ts'
import { Section } from '../../shell/Page.tsx'

/** What is kept of one person: handed out as a file, or forgotten. */
export function Person() {
  const [match, setMatch] = useState<{ person: string; events: number } | null>(null)
  const [erasing, setErasing] = useState(false)
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields: ['person'],
      schema: () => import('@kept/contract/inputs/behavior.ts').then(({ personInput }) => personInput),
      input: ({ person }) => ({ person: person.trim() }),
      missing: { person: 'Enter the ID or email address used in events.' },
    }),
    async send({ person }) {
      const { data } = await api.developerBehavior.exportPerson.call({ person: person.trim() })
      setMatch({ person: person.trim(), events: data.events.length })
      if (data.events.length > 0) download(`${data.pseudonym}.json`, JSON.stringify(data, null, 2))
    },
    explain: explainFor({ person: 'person' }),
  })
  const erase = useMutation(
    api.developerBehavior.erasePerson.mutationOptions({
      onSuccess({ data }) {
        setErasing(false)
        setMatch(null)
        toasts.show({
          title: `Erased from ${counted(data.events, 'event')}`,
          body: 'Usage of environments is kept without the person.',
        })
      },
      onError: (error) => void toasts.show({ tone: 'error', title: 'Erasing failed', body: sentenceOf(error) }),
    }),
  )
  return (
    <Section
      title="Personal data"
      description="Export or erase the events of one person. Only pseudonyms are stored, so enter the ID or address used in events."
    >
      <form {...form} className="space-y-2">
        <FormFailure sentence={failure} />
        <div className="flex flex-wrap items-end gap-2">
          <div className="w-72 max-w-full">
            <Input {...field('person')} label="ID or email address" autoComplete="off" />
          </div>
          <Button type="submit" isBusy={isBusy}>
            Export
          </Button>
        </div>
      </form>
      <p role="status" className="mt-2 text-small text-soft">
        {match &&
          (match.events === 0
            ? `No data about ${match.person}.`
            : `Exported ${counted(match.events, 'event')} of ${match.person}.`)}
      </p>
      {match && match.events > 0 && (
        <Button tone="danger" className="mt-2" onClick={() => setErasing(true)}>
          Erase
        </Button>
      )}
      <Dialog
        open={erasing}
        onOpenChange={setErasing}
        title={`Erase ${match?.person}?`}
        description="Their pseudonym is removed from every event. Usage of environments is kept. This cannot be undone."
        actions={
          <>
            <Button onClick={() => setErasing(false)}>Cancel</Button>
            <Button
              tone="danger"
              isBusy={erase.isPending}
              onClick={() => match && erase.mutate({ person: match.person })}
            >
              Erase
            </Button>
          </>
        }
      >
        {null}
      </Dialog>
    </Section>
  )
}

function download(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
