import { sentenceOf } from '@kept/client/errors.ts'
import type { SavedReportAnswer } from '@kept/contract/routes/saved-reports.ts'
import type { ReportSchedule } from '@kept/domain/report.ts'
import { type ExportFormat, exportFormatLabels, exportFormats, reportFrequencies } from '@kept/domain/report-labels.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Input, TextArea } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../../api/client.ts'
import { useMe } from '../../shell/useMe.ts'
import { describeSchedule, weekdays } from './schedule-text.ts'

interface ScheduleTabProps {
  report: SavedReportAnswer
  mayWrite: boolean
}

const frequencyLabels = { daily: 'Daily', weekly: 'Weekly', monthly: 'Monthly' } as const

/** When a report is sent, to whom, and with which files. */
export function ScheduleTab({ report, mayWrite }: ScheduleTabProps) {
  const me = useMe().data
  const { schedule, next_run_at } = report
  return (
    <div className="max-w-xl pt-4">
      <p className="mb-4 text-body text-soft">
        {describeSchedule(schedule)}
        {next_run_at && ` Next: ${formatMoment(next_run_at)}.`}
        {me?.organization.demo && ' The demo does not send reports.'}
      </p>
      {mayWrite && <ScheduleForm report={report} email={me?.user.email ?? ''} />}
    </div>
  )
}

function ScheduleForm({ report: { id, schedule }, email }: { report: SavedReportAnswer; email: string }) {
  const client = useQueryClient()
  const zones = useId()
  const channels = useQuery(api.alerts.channels.queryOptions({ input: {} })).data?.data ?? []
  const [draft, setDraft] = useState<ReportSchedule>(schedule ?? newSchedule(email))
  const [recipients, setRecipients] = useState(draft.recipients.join('\n'))
  const [failure, setFailure] = useState('')
  const done = async (title: string) => {
    setFailure('')
    toasts.show({ title })
    await client.invalidateQueries({ queryKey: api.savedReports.key() })
  }
  const onError = (error: unknown) => setFailure(sentenceOf(error))
  const save = useMutation(
    api.savedReports.setSchedule.mutationOptions({ onSuccess: () => done('Schedule saved'), onError }),
  )
  const remove = useMutation(
    api.savedReports.removeSchedule.mutationOptions({ onSuccess: () => done('Schedule removed'), onError }),
  )
  const change = (part: Partial<ReportSchedule>) => setDraft({ ...draft, ...part })
  const toggle = <Item extends string>(items: readonly Item[], item: Item, isOn: boolean) =>
    isOn ? [...items, item] : items.filter((other) => other !== item)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ id, ...draft, recipients: recipients.split(/[\s,;]+/).filter(Boolean) })
  }
  const offered = channels.filter(({ settings: { kind } }) => kind === 'slack' || kind === 'teams')
  return (
    <form onSubmit={submit} className="space-y-4">
      <FormFailure sentence={failure} />
      <div className="grid grid-cols-2 gap-4">
        <Select
          label="Frequency"
          value={draft.frequency}
          options={reportFrequencies.map((value) => ({ value, label: frequencyLabels[value] }))}
          onChange={(frequency) => change({ frequency })}
        />
        {draft.frequency === 'weekly' && (
          <Select
            label="Day"
            value={String(draft.weekday)}
            options={weekdays.map((label, index) => ({ value: String(index + 1), label }))}
            onChange={(weekday) => change({ weekday: Number(weekday) })}
          />
        )}
        {draft.frequency === 'monthly' && (
          <Select
            label="Day"
            value={String(draft.day_of_month)}
            options={Array.from({ length: 31 }, (_, index) => ({
              value: String(index + 1),
              label: index === 30 ? 'Last day' : String(index + 1),
            }))}
            onChange={(day) => change({ day_of_month: Number(day) })}
          />
        )}
        <Input
          label="Time"
          type="time"
          required
          value={draft.time}
          onChange={(event) => change({ time: event.target.value })}
        />
        <Input
          label="Time zone"
          list={zones}
          value={draft.time_zone}
          onChange={(event) => change({ time_zone: event.target.value })}
        />
        <datalist id={zones}>
          {Intl.supportedValuesOf('timeZone').map((timeZone) => (
            <option key={timeZone} value={timeZone} />
          ))}
        </datalist>
      </div>
      <TextArea
        label="Recipients"
        hint="Email addresses of members, one on each line."
        value={recipients}
        onChange={(event) => setRecipients(event.target.value)}
      />
      <fieldset>
        <legend className="mb-1 text-small text-soft">Files in the email</legend>
        <div className="flex flex-wrap gap-4">
          {exportFormats.map((format: ExportFormat) => (
            <Checkbox
              key={format}
              checked={draft.formats.includes(format)}
              onChange={(isOn) => change({ formats: toggle(draft.formats, format, isOn) })}
            >
              {exportFormatLabels[format]}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      {offered.length > 0 && (
        <fieldset>
          <legend className="mb-1 text-small text-soft">Channels, with the main figures and a link</legend>
          {offered.map(({ id: channel, name }) => (
            <Checkbox
              key={channel}
              checked={draft.channels.includes(channel)}
              onChange={(isOn) => change({ channels: toggle(draft.channels, channel, isOn) })}
            >
              {name}
            </Checkbox>
          ))}
        </fieldset>
      )}
      <Checkbox checked={draft.enabled} onChange={(enabled) => change({ enabled })}>
        Send on this schedule
      </Checkbox>
      <div className="flex gap-2">
        <Button type="submit" tone="primary" isBusy={save.isPending}>
          Save schedule
        </Button>
        {schedule && (
          <Button isBusy={remove.isPending} onClick={() => remove.mutate({ id })}>
            Remove schedule
          </Button>
        )}
      </div>
    </form>
  )
}

function newSchedule(email: string): ReportSchedule {
  return {
    ...{ frequency: 'weekly', time: '08:00', time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    ...{ weekday: 1, day_of_month: 1, formats: ['pdf'], channels: [], enabled: true },
    recipients: email ? [email] : [],
  }
}
