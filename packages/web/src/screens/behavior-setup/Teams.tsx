import { sentenceOf } from '@kept/client/errors.ts'
import type { TeamSettings } from '@kept/domain/team.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'
import { TeamForm } from './TeamForm.tsx'
import { emptyTeam, teamWords } from './team-words.ts'
import { useBehaviorSettings } from './useBehaviorSettings.ts'

/** Who works when: a schedule is only as good as the week it is made for. */
export function Teams({ mayWrite }: { mayWrite: boolean }) {
  const { query, save } = useBehaviorSettings()
  const seen =
    useQuery(api.developerBehavior.overview.queryOptions({ input: { window: '30d' } })).data?.data.teams ?? []
  const [editing, setEditing] = useState<{ team: TeamSettings; isNew: boolean } | null>(null)
  const onError = (error: unknown) =>
    void toasts.show({ tone: 'error', title: 'Nothing was changed', body: sentenceOf(error) })
  const putBack = useMutation({
    mutationFn: (teams: TeamSettings[]) => save({ teams }),
    onSuccess: () => void toasts.show({ title: 'The team has its own week again' }),
    onError,
  })
  const remove = useMutation({
    mutationFn: ({ others }: { others: TeamSettings[]; team: TeamSettings }) => save({ teams: others }),
    onSuccess: (_saved, { others, team }) =>
      void toasts.show({
        title: `${team.team_name} has the usual week again`,
        action: { label: 'Undo', run: () => putBack.mutate([...others, team].sort(byName)) },
      }),
    onError,
  })
  return (
    <Section
      title="Teams"
      className="mt-2"
      words="Zone, week, hours and holidays of each team. Where nothing is set, the zone most of its events name and a week from Monday to Friday, 09:00 to 18:00, are assumed, and no holidays."
    >
      <Loaded query={query} failed="The settings could not be loaded.">
        {({ data: { teams } }) => {
          const unset = seen.filter((name) => name !== '' && !teams.some(({ team_name }) => team_name === name))
          const others = (name: string) => teams.filter(({ team_name }) => team_name !== name)
          return (
            <>
              {unset.length > 0 && (
                <Notice
                  title={`${unset.length} of the teams that were seen ${unset.length === 1 ? 'has no week of its' : 'have no week of their'} own.`}
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
                      <p className="text-pretty text-small text-soft">{teamWords(team)}</p>
                    </div>
                    {mayWrite && (
                      <div className="flex gap-2">
                        <Button
                          aria-label={`Change ${team.team_name}`}
                          onClick={() => setEditing({ team, isNew: false })}
                        >
                          Change
                        </Button>
                        <Button
                          aria-label={`Remove ${team.team_name}`}
                          busy={remove.isPending}
                          onClick={() => remove.mutate({ others: others(team.team_name), team })}
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
                  Add a team
                </Button>
              )}
              {editing && (
                <TeamForm
                  team={editing.team}
                  isNew={editing.isNew}
                  taken={others(editing.team.team_name).map(({ team_name }) => team_name)}
                  onSave={(team) => save({ teams: [...others(editing.team.team_name), team].sort(byName) })}
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
