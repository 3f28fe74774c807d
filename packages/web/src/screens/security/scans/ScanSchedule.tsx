import { sentenceOf } from '@kept/client/errors.ts'
import type { ScanSchedule as Schedule } from '@kept/contract/routes/security-scans.ts'
import { type ScanFrequency, scanFrequencies } from '@kept/domain/scan-schedule.ts'
import type { ScanKind } from '@kept/domain/security-scan.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../../api/client.ts'
import { kindLabels } from './scan-labels.ts'
import { describeSchedule, weekdayLabels } from './schedule-labels.ts'

interface ScanScheduleProps {
  organization: string
  kind: ScanKind
  mayChange: boolean
}

/** When the kind is scanned by itself. */
export function ScanSchedule({ organization, kind, mayChange }: ScanScheduleProps) {
  const [isEditing, setEditing] = useState(false)
  const query = useQuery(api.securityScans.schedules.queryOptions({ input: { organization } }))
  const schedule = query.data?.data.find((candidate) => candidate.kind === kind)
  if (!schedule) return null
  return (
    <p className="mb-4 flex flex-wrap items-center gap-2 text-small text-soft">
      {describeSchedule(schedule)}
      {schedule.next_run_at && `, next ${formatMoment(schedule.next_run_at)}`}.
      {mayChange && (
        <Button size="small" onClick={() => setEditing(true)}>
          Change schedule
        </Button>
      )}
      {isEditing && (
        <ScheduleDialog organization={organization} schedule={schedule} onClose={() => setEditing(false)} />
      )}
    </p>
  )
}

const frequencyLabels: Record<ScanFrequency, string> = { daily: 'Every day', weekly: 'Every week', off: 'Off' }
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: `${String(hour).padStart(2, '0')}:00` }))

interface ScheduleDialogProps {
  organization: string
  schedule: Schedule
  onClose(): void
}

function ScheduleDialog({ organization, schedule, onClose }: ScheduleDialogProps) {
  const zones = useId()
  const client = useQueryClient()
  const [frequency, setFrequency] = useState(schedule.frequency)
  const [weekday, setWeekday] = useState(schedule.weekday ?? 1)
  const [hour, setHour] = useState(schedule.hour)
  const [timeZone, setTimeZone] = useState(
    schedule.updated_by === '' ? Intl.DateTimeFormat().resolvedOptions().timeZone : schedule.time_zone,
  )
  const save = useMutation(
    api.securityScans.updateSchedule.mutationOptions({
      async onSuccess() {
        await client.invalidateQueries({ queryKey: api.securityScans.key() })
        onClose()
      },
    }),
  )
  const { kind } = schedule
  const submit = () =>
    save.mutate({
      ...{ organization, kind, frequency, hour, time_zone: timeZone },
      weekday: frequency === 'weekly' ? weekday : null,
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Schedule of ${kindLabels[kind]} scans`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" isBusy={save.isPending} onClick={submit}>
            Save
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {save.error && <Notice tone="leak">{sentenceOf(save.error)}</Notice>}
        <Select<ScanFrequency>
          label="Scan"
          value={frequency}
          options={scanFrequencies.map((value) => ({ value, label: frequencyLabels[value] }))}
          onChange={setFrequency}
        />
        {frequency === 'weekly' && (
          <Select
            label="Day"
            value={String(weekday)}
            options={weekdayLabels.map((label, index) => ({ value: String(index + 1), label }))}
            onChange={(value) => setWeekday(Number(value))}
          />
        )}
        {frequency !== 'off' && (
          <div className="grid gap-4 sm:grid-cols-2">
            <Select
              label="Time"
              value={String(hour)}
              options={hours.map(({ value, label }) => ({ value: String(value), label }))}
              onChange={(value) => setHour(Number(value))}
            />
            <Input
              label="Time zone"
              list={zones}
              value={timeZone}
              onChange={({ target }) => setTimeZone(target.value.trim())}
            />
            <datalist id={zones}>
              {Intl.supportedValuesOf('timeZone').map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </div>
        )}
      </div>
    </Dialog>
  )
}
