import type { TeamSettings } from '@kept/domain/team.ts'
import { type Weekday, weekdays } from '@kept/domain/weekday.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input, TextArea } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { type Mistakes, useForm, type Values } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useId, useState } from 'react'
import { explainFor } from '../../account/refusal.ts'
import { checkBy } from '../../form/check-by.ts'
import { HolidaysOf } from './HolidaysOf.tsx'
import { readDays, short } from './team-text.ts'

interface TeamFormProps {
  team: TeamSettings
  isNew: boolean
  /** Names of the others. */
  existingNames: readonly string[]
  onSave(team: TeamSettings): Promise<void>
  onClose(): void
}

const fields = ['name', 'time_zone', 'start', 'end', 'holidays', 'members'] as const
type FieldName = (typeof fields)[number]

/** One team's week: where it is, when it works, which days it has off. */
export function TeamForm({ team, isNew, existingNames, onSave, onClose }: TeamFormProps) {
  const { calendar } = team
  const timeZonesId = useId()
  const formId = useId()
  const [weekend, setWeekend] = useState<readonly Weekday[]>(calendar.weekend_days)
  const [holidayRegion, setHolidayRegion] = useState({ country: calendar.country, region: calendar.region })
  const toTeam = ({ name, time_zone, start, end, holidays, members }: Values<FieldName>): TeamSettings => ({
    team_name: name.trim(),
    member_count: members.trim() === '' ? null : Number(members),
    calendar: {
      ...{ ...holidayRegion, time_zone, work_hours: { start, end }, holidays: readDays(holidays).days },
      weekend_days: weekdays.filter((day) => weekend.includes(day)),
    },
  })
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields,
      schema: () => import('@kept/domain/team.ts').then(({ teamSettingsSchema }) => teamSettingsSchema),
      input: toTeam,
      names: {
        team_name: 'name',
        member_count: 'members',
        'calendar.time_zone': 'time_zone',
        'calendar.work_hours.start': 'start',
        'calendar.work_hours.end': 'end',
        'calendar.holidays': 'holidays',
      },
      invalid: {
        time_zone: 'Enter a time zone such as Europe/Berlin.',
        start: mistakenTime,
        end: mistakenTime,
        members: 'Enter a whole number, or leave it empty.',
      },
      rules: ({ name, holidays }) => ({ ...mistakeInName(name.trim(), existingNames), ...mistakeInDays(holidays) }),
    }),
    async send(values) {
      const saved = toTeam(values)
      await onSave(saved)
      onClose()
      toasts.show({ title: `${saved.team_name} saved`, body: 'The next analysis uses it.' })
    },
    explain: explainFor<FieldName>({ time_zone: 'time_zone', holidays: 'holidays' }),
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isNew ? 'Team' : team.team_name}
      wide
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} tone="primary" isBusy={isBusy}>
            Save
          </Button>
        </>
      }
    >
      <form {...form} id={formId} className="space-y-4">
        <FormFailure sentence={failure} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Input
            {...field('name')}
            label="Name"
            hint="As written in tags and events"
            defaultValue={team.team_name}
            autoComplete="off"
          />
          <Input
            {...field('members')}
            label="Members"
            hint="Leave empty to count active people"
            inputMode="numeric"
            defaultValue={team.member_count ?? ''}
            autoComplete="off"
          />
          <Input
            {...field('time_zone')}
            label="Time zone"
            list={timeZonesId}
            defaultValue={calendar.time_zone}
            autoComplete="off"
          />
          <datalist id={timeZonesId}>
            {Intl.supportedValuesOf('timeZone').map((timeZone) => (
              <option key={timeZone} value={timeZone} />
            ))}
          </datalist>
          <div className="grid grid-cols-2 gap-4">
            <Input
              {...field('start')}
              label="Work from"
              hint="For a night shift, end before the start"
              defaultValue={calendar.work_hours.start}
              placeholder="09:00"
            />
            <Input {...field('end')} label="to" defaultValue={calendar.work_hours.end} placeholder="18:00" />
          </div>
        </div>
        <fieldset>
          <legend className="mb-1 text-small text-soft">Weekend</legend>
          <div className="flex flex-wrap gap-x-4">
            {weekdays.map((day) => (
              <Checkbox
                key={day}
                checked={weekend.includes(day)}
                onChange={(checked) =>
                  setWeekend(checked ? [...weekend, day] : weekend.filter((other) => other !== day))
                }
              >
                {short(day)}
              </Checkbox>
            ))}
          </div>
        </fieldset>
        <HolidaysOf {...holidayRegion} onChange={setHolidayRegion} />
        <TextArea
          {...field('holidays')}
          label="Team days off"
          hint="One date per line, such as 2026-12-24"
          defaultValue={calendar.holidays.join('\n')}
        />
      </form>
    </Dialog>
  )
}

const mistakenTime = 'Enter a time on the quarter hour, such as 09:00.'

function mistakeInName(name: string, existingNames: readonly string[]): Mistakes<FieldName> {
  if (name === '') return { name: 'Enter a name.' }
  return existingNames.includes(name) ? { name: 'A team with this name already exists.' } : {}
}

function mistakeInDays(text: string): Mistakes<FieldName> {
  const { invalidDay } = readDays(text)
  return invalidDay === null ? {} : { holidays: `"${invalidDay}" is not a date. Write it as 2026-12-24.` }
}
