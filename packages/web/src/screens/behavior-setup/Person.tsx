import { sentenceOf } from '@kept/client/errors.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { counted } from '@kept/ui/format/share.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { explainFor } from '../../account/refusal.ts'
import { api } from '../../api/client.ts'
import { Section } from '../../shell/Page.tsx'

/** What is kept of one person: handed out as a file, or forgotten. */
export function Person() {
  const [found, setFound] = useState<{ person: string; events: number } | null>(null)
  const [erasing, setErasing] = useState(false)
  const { form, field, failure, busy } = useForm({
    fields: ['person'],
    check: ({ person }): { person?: string } =>
      person.trim() === '' ? { person: 'Give the id or the address that events name them with.' } : {},
    async send({ person }) {
      const { data } = await api.developerBehavior.exportPerson.call({ person: person.trim() })
      setFound({ person: person.trim(), events: data.events.length })
      if (data.events.length > 0) download(`${data.pseudonym}.json`, JSON.stringify(data, null, 2))
    },
    explain: explainFor({ person: 'person' }),
  })
  const erase = useMutation(
    api.developerBehavior.erasePerson.mutationOptions({
      onSuccess({ data }) {
        setErasing(false)
        setFound(null)
        toasts.show({
          title: `${counted(data.events, 'event')} no longer name anybody`,
          body: 'That environments were used stays; by whom is gone.',
        })
      },
      onError: (error) => void toasts.show({ tone: 'error', title: 'Nothing was erased', body: sentenceOf(error) }),
    }),
  )
  return (
    <Section
      title="One person"
      words="Everything kept of somebody, by an id or address as events name them; only their pseudonym is stored, so Kept makes it again from what you type."
    >
      <form {...form} className="space-y-2">
        <FormFailure sentence={failure} />
        <div className="flex flex-wrap items-end gap-2">
          <div className="w-72 max-w-full">
            <Input {...field('person')} label="Id or e-mail address" autoComplete="off" maxLength={500} />
          </div>
          <Button type="submit" busy={busy}>
            Export
          </Button>
        </div>
      </form>
      <p role="status" className="mt-2 text-small text-soft">
        {found &&
          (found.events === 0
            ? `Nothing is kept of ${found.person}.`
            : `${counted(found.events, 'event')} of ${found.person} are in the file.`)}
      </p>
      {found && found.events > 0 && (
        <Button tone="danger" className="mt-2" onClick={() => setErasing(true)}>
          Erase them
        </Button>
      )}
      <Dialog
        open={erasing}
        onOpenChange={setErasing}
        title={`Forget who ${found?.person} is?`}
        words="Their pseudonym is taken out of every event. That environments were used stays. This cannot be undone."
        actions={
          <>
            <Button onClick={() => setErasing(false)}>Keep them</Button>
            <Button
              tone="danger"
              busy={erase.isPending}
              onClick={() => found && erase.mutate({ person: found.person })}
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
