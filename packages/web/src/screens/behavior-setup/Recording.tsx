import { retentionDays } from '@kept/domain/retention-days.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { explainFor } from '../../account/refusal.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { checkBy } from '../../form/check-by.ts'
import { Section } from '../../shell/Page.tsx'
import { Person } from './Person.tsx'
import { useBehaviorSettings } from './useBehaviorSettings.ts'

/** What is kept of people's work, how long, and how to hand it out or forget it. */
export function Recording({ mayWrite, mayErase }: { mayWrite: boolean; mayErase: boolean }) {
  const { query, save } = useBehaviorSettings()
  return (
    <>
      <Section title="Data recorded" className="mt-2">
        <ul className="max-w-prose list-inside list-disc space-y-1 text-pretty text-body text-soft">
          <li>Which environment was used, when, for how long, and the type of activity.</li>
          <li>Who used it, as a pseudonym. Names, IP addresses, locations and content are never stored.</li>
          <li>CPU, memory and network load, when the source reports it.</li>
          <li>Figures are about environments and teams, never people. Interruptions show pseudonyms only.</li>
        </ul>
      </Section>
      <Section title="Retention" description="Older events are deleted every night.">
        <Loaded query={query} failed="Settings could not be loaded.">
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
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields: ['days'],
      schema: () => import('@kept/domain/behavior-run.ts').then(({ behaviorSettingsSchema }) => behaviorSettingsSchema),
      input: ({ days: text }) => ({ retention_days: Number(text) }),
      names: { retention_days: 'days' },
      invalid: { days: `Enter a whole number of days from ${retentionDays.min} to ${retentionDays.max}.` },
    }),
    async send({ days: text }) {
      await save({ retention_days: Number(text) })
      toasts.show({ title: `Retention set to ${Number(text)} days` })
    },
    explain: explainFor({ retention_days: 'days' }),
  })
  if (!mayWrite) return <p className="text-body">Events are kept for {days} days.</p>
  return (
    <form {...form} className="space-y-2">
      <FormFailure sentence={failure} />
      <div className="flex flex-wrap items-end gap-2">
        <div className="w-40">
          <Input {...field('days')} label="Retention in days" inputMode="numeric" defaultValue={days} />
        </div>
        <Button type="submit" isBusy={isBusy}>
          Save
        </Button>
      </div>
    </form>
  )
}
