import type { AnomalySeverity } from '@kept/domain/anomaly.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { FormButtons } from '@kept/ui/form/FormButtons.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explainFor } from '../../account/refusal.ts'
import { api } from '../../api/client.ts'
import { checkBy } from '../../form/check-by.ts'

const mistakenExcess = 'Enter zero or more, such as 5 or 0.50.'

interface SettingsProps {
  min_daily_excess: string
  notify_from: AnomalySeverity
}

const severities = [
  { value: 'low', label: 'Low and above' },
  { value: 'medium', label: 'Medium and above' },
  { value: 'high', label: 'High and above' },
  { value: 'critical', label: 'Critical only' },
] as const

/** The organization's thresholds for detecting anomalies and notifying people. */
export function Settings(settings: SettingsProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Settings</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Anomaly settings"
        description="They apply to the entire organization from the next import. Feedback on an anomaly adjusts the threshold of its own scope."
      >
        <SettingsForm {...settings} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function SettingsForm({ min_daily_excess, notify_from, onDone }: SettingsProps & { onDone(): void }) {
  const client = useQueryClient()
  const [from, setFrom] = useState<AnomalySeverity>(notify_from)
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields: ['minExcess'],
      schema: () => import('@kept/contract/inputs/costs.ts').then(({ anomalySettingsInput }) => anomalySettingsInput),
      input: ({ minExcess }) => ({ min_daily_excess: minExcess.trim(), notify_from: from }),
      names: { min_daily_excess: 'minExcess' },
      invalid: { minExcess: mistakenExcess },
      rules: ({ minExcess }) => (minExcess.trim().startsWith('-') ? { minExcess: mistakenExcess } : {}),
    }),
    async send({ minExcess }) {
      await api.anomalies.settings.call({ min_daily_excess: minExcess.trim(), notify_from: from })
      await client.invalidateQueries({ queryKey: api.anomalies.key() })
      toasts.show({ title: 'Saved. It applies from the next import.' })
      onDone()
    },
    explain: explainFor({}),
  })
  return (
    <form {...form} className="space-y-4">
      <FormFailure sentence={failure} />
      <Input
        {...field('minExcess')}
        label="Minimum daily excess"
        hint="In the currency of the bill. Smaller anomalies are ignored. Resources above this cost are checked individually."
        inputMode="decimal"
        autoComplete="off"
        defaultValue={min_daily_excess}
      />
      <Select<AnomalySeverity> label="Notify from" value={from} options={severities} onChange={setFrom} />
      <FormButtons isBusy={isBusy} onCancel={onDone}>
        Save
      </FormButtons>
    </form>
  )
}
