import { sentenceOf } from '@kept/client/errors.ts'
import type { TeamSettings } from '@kept/domain/team.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'
import { TeamForm } from './TeamForm.tsx'
import { describeTeam, emptyTeam } from './team-text.ts'
import { useBehaviorSettings } from './useBehaviorSettings.ts'

/** Who works when: a schedule is only as good as the week it is made for. */
export function Teams({ mayWrite }: { mayWrite: boolean }) {
  const { query, save } = useBehaviorSettings()
  const observedTeams =
    useQuery(api.developerBehavior.overview.queryOptions({ input: { window: '30d' } })).data?.data.teams ?? []
  const [editing, setEditing] = useState<{ team: TeamSettings; isNew: boolean } | null>(null)
  const onError = (error: unknown) =>
    void toasts.show({ tone: 'error', title: 'Change failed', body: sentenceOf(error) })
  const putBack = useMutation({
    mutationFn: (teams: TeamSettings[]) => save({ teams }),
    onSuccess: () => void toasts.show({ title: 'Working hours restored' }),
    onError,
  })
  const remove = useMutation({
    mutationFn: ({ remainingTeams }: { remainingTeams: TeamSettings[]; team: TeamSettings }) =>
      save({ teams: remainingTeams }),
    onSuccess: (_saved, { remainingTeams, team }) =>
      void toasts.show({
        title: `${team.team_name} uses the default hours`,
        action: { label: 'Undo', run: () => putBack.mutate([...remainingTeams, team].sort(byName)) },
      }),
    onError,
  })
  return (
    <Section
      title="Teams"
      className="mt-2"
      description="Time zone, working hours and holidays of each team. The default is Monday to Friday, 09:00 to 18:00, in the time zone of most events, without holidays."
    >
      <Loaded query={query} failed="Settings could not be loaded.">
        {({ data: { teams } }) => {
          const unset = observedTeams.filter(
            (name) => name !== '' && !teams.some(({ team_name }) => team_name === name),
          )
          const otherTeams = (name: string) => teams.filter(({ team_name }) => team_name !== name)
          return (
            <>
              {unset.length > 0 && (
                <Notice
                  title={`${counted(unset.length, 'team')} ${unset.length === 1 ? 'uses' : 'use'} the default hours.`}
                >
                  {mayWrite ? (
                    <span className="mt-1 flex flex-wrap gap-2">
                      {unset.map((name) => (
                        <Button
                          key={name}
                          size="small"
                          onClick={() => setEditing({ team: emptyTeam(name), isNew: true })}
                        >
                          Set {name}
                        </Button>
                      ))}
                    </span>
                  ) : (
                    unset.join(', ')
                  )}
                </Notice>
              )}
              <ul aria-label="Teams" className="mt-2">
                {teams.map((team) => (
                  <li
                    key={team.team_name}
                    className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-rule border-b py-3"
                  >
                    <div className="min-w-0 flex-1 basis-60">
                      <p className="font-medium">{team.team_name}</p>
                      <p className="text-pretty text-small text-soft">{describeTeam(team)}</p>
                    </div>
                    {mayWrite && (
                      <div className="flex gap-2">
                        <Button
                          aria-label={`Edit ${team.team_name}`}
                          onClick={() => setEditing({ team, isNew: false })}
                        >
                          Change
                        </Button>
                        <Button
                          aria-label={`Remove ${team.team_name}`}
                          isBusy={remove.isPending}
                          onClick={() => remove.mutate({ remainingTeams: otherTeams(team.team_name), team })}
                        >
                          Remove
                        </Button>
                      </div>
                    )}
                  </li>
                ))}
              </ul>
              {mayWrite && (
                <Button className="mt-3" onClick={() => setEditing({ team: emptyTeam(''), isNew: true })}>
                  Add team
                </Button>
              )}
              {editing && (
                <TeamForm
                  team={editing.team}
                  isNew={editing.isNew}
                  existingNames={otherTeams(editing.team.team_name).map(({ team_name }) => team_name)}
                  onSave={(team) => save({ teams: [...otherTeams(editing.team.team_name), team].sort(byName) })}
                  onClose={() => setEditing(null)}
                />
              )}
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}

function byName(a: TeamSettings, b: TeamSettings): number {
  return a.team_name < b.team_name ? -1 : 1
}
