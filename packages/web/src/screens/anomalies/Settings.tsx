import type { AnomalySeverity } from '@kept/domain/anomaly.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explainFor } from '../../account/refusal.ts'
import { api } from '../../api/client.ts'

interface SettingsProps {
  least_daily_excess: string
  tell_from: AnomalySeverity
}

const severities = [
  { value: 'low', label: 'Low and worse' },
  { value: 'medium', label: 'Medium and worse' },
  { value: 'high', label: 'High and worse' },
  { value: 'critical', label: 'Critical only' },
] as const

/** From when on something counts, and from when on people are told. */
export function Settings(settings: SettingsProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Settings</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="What counts as an anomaly"
        words="For the whole organisation, from the next delivery on. Answers to single anomalies move the thresholds of their own place."
      >
        <SettingsForm {...settings} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function SettingsForm({ least_daily_excess, tell_from, onDone }: SettingsProps & { onDone(): void }) {
  const client = useQueryClient()
  const [from, setFrom] = useState<AnomalySeverity>(tell_from)
  const { form, field, failure, busy } = useForm({
    fields: ['least'],
    check: ({ least }) =>
      /^\d+(\.\d+)?$/.test(least.trim()) ? {} : { least: 'Type an amount of zero or more, such as 5 or 0.50.' },
    async send({ least }) {
      await api.anomalies.settings.call({ least_daily_excess: least.trim(), tell_from: from })
      await client.invalidateQueries({ queryKey: api.anomalies.key() })
      toasts.show({ title: 'Kept. It holds from the next delivery on.' })
      onDone()
    },
    explain: explainFor({}),
  })
  return (
    <form {...form} className="space-y-4">
      <FormFailure sentence={failure} />
      <Input
        {...field('least')}
        label="Smallest excess of a day"
        hint="In the currency of the bill. Less is nobody’s business; larger resources are looked at one by one from here on."
        inputMode="decimal"
        autoComplete="off"
        defaultValue={least_daily_excess}
      />
      <Select<AnomalySeverity> label="Tell people from" value={from} options={severities} onChange={setFrom} />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" tone="primary" busy={busy}>
          Save
        </Button>
      </div>
    </form>
  )
}
