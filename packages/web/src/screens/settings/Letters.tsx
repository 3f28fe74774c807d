import {
  type AlertKind,
  type AlertSeverity,
  alertKindNames,
  alertKinds,
  alertSeverities,
} from '@kept/domain/alert-words.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explainFor } from '../../account/refusal.ts'
import { Group } from '../../alerts/Group.tsx'
import { ScheduleFields } from '../../alerts/ScheduleFields.tsx'
import { severityWords } from '../../alerts/severity-words.ts'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'

type Wanted = Awaited<ReturnType<typeof api.alerts.letters.call>>['data']

const severities = alertSeverities.map((value) => ({ value, label: severityWords[value] }))
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Letters of one's own: about what, at once or gathered, by one's own clock, and not in one's quiet hours. */
export default function Letters() {
  const letters = useQuery({ ...api.alerts.letters.queryOptions({ input: {} }), select: ({ data }) => data })
  return (
    <Section
      title="Letters to you"
      words="Beside what your organisation’s alert rules tell. They are yours alone: nobody else sees or changes them."
      className="mt-10"
    >
      <Loaded query={letters} failed="What you are written to about could not be loaded.">
        {(known) => <LettersForm known={known} />}
      </Loaded>
    </Section>
  )
}

function LettersForm({ known }: { known: Wanted }) {
  const client = useQueryClient()
  const [wanted, setWanted] = useState(
    // Who never asked for letters starts with the clock of this machine.
    known.enabled ? known : { ...known, schedule: { ...known.schedule, zone: ownZone() } },
  )
  const put = (change: Partial<Wanted>) => setWanted({ ...wanted, ...change })
  const { form, failure, busy } = useForm({
    fields: [],
    async send() {
      const { address: _, ...said } = wanted
      const answer = await api.alerts.setLetters.call(said)
      client.setQueryData(api.alerts.letters.queryKey({ input: {} }), answer)
      toasts.show({ title: wanted.enabled ? 'Letters to you are on' : 'No letters to you any more' })
    },
    explain: explainFor({}),
  })
  const { enabled, kinds, min_severity, schedule, address } = wanted
  const toggle = (kind: AlertKind, on: boolean) =>
    put({ kinds: on ? [...kinds, kind] : kinds.filter((one) => one !== kind) })
  return (
    <form {...form} className="max-w-2xl space-y-5 py-3">
      <FormFailure sentence={failure} />
      <Checkbox checked={enabled} onChange={(on) => put({ enabled: on })}>
        Write to {address}
      </Checkbox>
      {enabled && (
        <>
          <Group label="About">
            {alertKindNames.map((kind) => (
              <Checkbox key={kind} checked={kinds.includes(kind)} onChange={(on) => toggle(kind, on)}>
                {alertKinds[kind].label}
              </Checkbox>
            ))}
            {kinds.length === 0 && <p className="text-leak text-small">Choose at least one.</p>}
          </Group>
          <Select<AlertSeverity>
            label="From severity"
            value={min_severity}
            options={severities}
            onChange={(severity) => put({ min_severity: severity })}
            hint={kinds.includes('finding') ? 'Findings have none; all of them are told.' : undefined}
          />
          <ScheduleFields schedule={schedule} gathers onChange={(next) => put({ schedule: next })} />
        </>
      )}
      <Button type="submit" busy={busy} disabled={kinds.length === 0}>
        Save
      </Button>
    </form>
  )
}
