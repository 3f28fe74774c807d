import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { explainFor } from '../../account/refusal.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'
import { Person } from './Person.tsx'
import { useBehaviorSettings } from './useBehaviorSettings.ts'

/** What is kept of people's work, how long, and how to hand it out or forget it. */
export function Recording({ mayWrite, mayErase }: { mayWrite: boolean; mayErase: boolean }) {
  const { query, save } = useBehaviorSettings()
  return (
    <>
      <Section title="What is recorded" className="mt-2">
        <ul className="max-w-prose list-inside list-disc space-y-1 text-pretty text-body text-soft">
          <li>That an environment was in use: which, when, for how long, by what kind of activity.</li>
          <li>
            By whom as a pseudonym, made with a key of this organisation as the event comes in. Names, addresses and
            places are not kept, and no content of anything.
          </li>
          <li>Load of the environment (processor, memory, network) where the source tells it.</li>
          <li>
            Figures are about environments and teams; nobody is ranked. Whom a schedule would have kept waiting is shown
            by pseudonym.
          </li>
        </ul>
      </Section>
      <Section
        title="How long"
        words="Older events are deleted every night; what was found from them goes with the next run."
      >
        <Loaded query={query} failed="The settings could not be loaded.">
          {({ data: { retention_days } }) => (
            <Retention key={retention_days} days={retention_days} mayWrite={mayWrite} save={save} />
          )}
        </Loaded>
      </Section>
      {mayErase && <Person />}
    </>
  )
}

interface RetentionProps {
  days: number
  mayWrite: boolean
  save: ReturnType<typeof useBehaviorSettings>['save']
}

function Retention({ days, mayWrite, save }: RetentionProps) {
  const { form, field, failure, busy } = useForm({
    fields: ['days'],
    check: ({ days: text }): { days?: string } => {
      const is = /^\d{1,4}$/.test(text.trim()) && Number(text) >= 30 && Number(text) <= 800
      return is ? {} : { days: 'A whole number of days from 30 to 800.' }
    },
    async send({ days: text }) {
      await save({ retention_days: Number(text) })
      toasts.show({ title: `Events are kept for ${Number(text)} days` })
    },
    explain: explainFor({ retention_days: 'days' }),
  })
  if (!mayWrite) return <p className="text-body">Events are kept for {days} days.</p>
  return (
    <form {...form} className="space-y-2">
      <FormFailure sentence={failure} />
      <div className="flex flex-wrap items-end gap-2">
        <div className="w-40">
          <Input {...field('days')} label="Days events are kept" inputMode="numeric" defaultValue={days} />
        </div>
        <Button type="submit" busy={busy}>
          Save
        </Button>
      </div>
    </form>
  )
}
