import { type AlertSeverity, alertSeverities } from '@kept/domain/alert-labels.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explainFor } from '../../account/refusal.ts'
import { AlertKindFields } from '../../alerts/AlertKindFields.tsx'
import { ScheduleFields } from '../../alerts/ScheduleFields.tsx'
import { severityLabels } from '../../alerts/severity-labels.ts'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'

type EmailPreferencesData = Awaited<ReturnType<typeof api.alerts.emailPreferences.call>>['data']

const severities = alertSeverities.map((value) => ({ value, label: severityLabels[value] }))
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Letters of one's own: about what, at once or gathered, by one's own clock, and not in one's quiet hours. */
export default function EmailPreferences() {
  const preferences = useQuery({
    ...api.alerts.emailPreferences.queryOptions({ input: {} }),
    select: ({ data }) => data,
  })
  return (
    <Section
      title="Email notifications"
      description="In addition to your organization’s alert rules. Only you see these settings."
      className="mt-10"
    >
      <Loaded query={preferences} failed="Email settings could not be loaded.">
        {(stored) => <EmailPreferencesForm stored={stored} />}
      </Loaded>
    </Section>
  )
}

function EmailPreferencesForm({ stored }: { stored: EmailPreferencesData }) {
  const client = useQueryClient()
  const [draft, setDraft] = useState(
    // Who never asked for letters starts with the clock of this machine.
    stored.enabled ? stored : { ...stored, schedule: { ...stored.schedule, time_zone: ownZone() } },
  )
  const update = (change: Partial<EmailPreferencesData>) => setDraft({ ...draft, ...change })
  const { form, failure, isBusy } = useForm({
    fields: [],
    async send() {
      const { address: _, is_default: _default, ...input } = draft
      const answer = await api.alerts.setEmailPreferences.call(input)
      client.setQueryData(api.alerts.emailPreferences.queryKey({ input: {} }), answer)
      toasts.show({ title: draft.enabled ? 'Email notifications are on' : 'Email notifications are off' })
    },
    explain: explainFor({}),
  })
  const { enabled, kinds, min_severity, schedule, address } = draft
  const isOnByDefault = stored.is_default && stored.enabled
  return (
    <form {...form} className="max-w-2xl space-y-5 py-3">
      <FormFailure sentence={failure} />
      {isOnByDefault && (
        <p className="text-small text-soft">
          You manage security, so you get serious security alerts as long as no alert rule sends them. Save to choose
          otherwise.
        </p>
      )}
      <Checkbox checked={enabled} onChange={(checked) => update({ enabled: checked })}>
        Send to {address}
      </Checkbox>
      {enabled && (
        <>
          <AlertKindFields label="About" kinds={kinds} onChange={(next) => update({ kinds: next })} />
          <Select<AlertSeverity>
            label="Minimum severity"
            value={min_severity}
            options={severities}
            onChange={(severity) => update({ min_severity: severity })}
            hint={
              kinds.includes('recommendation') ? 'Recommendations have no severity and are always sent.' : undefined
            }
          />
          <ScheduleFields schedule={schedule} gathers onChange={(next) => update({ schedule: next })} />
        </>
      )}
      <Button type="submit" isBusy={isBusy} disabled={kinds.length === 0}>
        Save
      </Button>
    </form>
  )
}
