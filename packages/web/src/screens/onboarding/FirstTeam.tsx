import { workCalendarSchema } from '@kept/domain/work-calendar.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { explainFor } from '../../account/refusal.ts'
import { api } from '../../api/client.ts'
import { TextLink } from '../../shell/TextLink.tsx'

/** Who works when: without it nobody can say which hours of a machine were idle. */
export function FirstTeam({ onDone }: { onDone(): void }) {
  const client = useQueryClient()
  const zones = useId()
  const { form, field, failure, busy } = useForm({
    fields: ['name', 'timezone'],
    check: ({ name, timezone }) => ({
      ...(name.trim() === '' && { name: 'Give it a name.' }),
      ...(!isZone(timezone) && { timezone: 'Choose a zone such as Europe/Berlin.' }),
    }),
    async send({ name, timezone }) {
      // Asked for anew: the settings are put as a whole, and somebody may have set a team meanwhile.
      const { data } = await api.developerBehavior.settings.call({})
      const team = { team_name: name.trim(), calendar: workCalendarSchema.parse({ timezone }), member_count: null }
      const others = data.teams.filter(({ team_name }) => team_name !== team.team_name)
      await api.developerBehavior.putSettings.call({ ...data, teams: [...others, team] })
      await client.invalidateQueries({ queryKey: api.developerBehavior.key() })
      onDone()
    },
    explain: explainFor({ name: 'name', timezone: 'timezone' }),
  })
  return (
    <form {...form} className="max-w-sm space-y-3">
      <FormFailure sentence={failure} />
      <Input {...field('name')} label="Team" hint="As your tags name it." maxLength={500} autoComplete="off" />
      <Input
        {...field('timezone')}
        label="Time zone"
        hint="Monday to Friday, 09:00 to 18:00 there."
        list={zones}
        defaultValue={Intl.DateTimeFormat().resolvedOptions().timeZone}
        autoComplete="off"
      />
      <datalist id={zones}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" tone="primary" busy={busy}>
          Add the team
        </Button>
        <TextLink to="/behavior/setup" className="text-small">
          Other hours, holidays, more teams
        </TextLink>
      </div>
    </form>
  )
}

function isZone(name: string): boolean {
  return workCalendarSchema.safeParse({ timezone: name }).success
}
