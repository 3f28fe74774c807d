import type { BehaviorOverview } from '@kept/contract/routes/developer-behavior-shapes.ts'
import { Select } from '@kept/ui/controls/Select.tsx'
import { WindowPicker } from '../../spend/WindowPicker.tsx'
import { type BehaviorView, describeWindow, nameTeam } from './behavior-view.ts'

interface ControlsProps {
  view: BehaviorView
  overview: BehaviorOverview | undefined
  onChange(part: Partial<BehaviorView>): void
}

/** A select needs a word for everything; a team's name always has its mark before it. */
const everyTeam = 'all'
const teamPrefix = 'team:'
const windows = Object.entries(describeWindow).map(([value, label]) => ({
  value: value as BehaviorView['window'],
  label,
}))

/** What holds for the whole page: team, usual window, days of one's own. */
export function Controls({ view, overview, onChange }: ControlsProps) {
  const teams = [...new Set([...(overview?.teams ?? []), ...(view.team === null ? [] : [view.team])])]
  return (
    <>
      <div className="w-40">
        <Select
          label="Team"
          hiddenLabel
          value={view.team === null ? everyTeam : `${teamPrefix}${view.team}`}
          options={[
            { value: everyTeam, label: 'All teams' },
            ...teams.map((team) => ({ value: `${teamPrefix}${team}`, label: nameTeam(team) })),
          ]}
          onChange={(value) =>
            onChange({ team: value === everyTeam ? null : value.slice(teamPrefix.length), environment: '' })
          }
        />
      </div>
      <div className="w-36">
        <Select
          label="Window"
          hiddenLabel
          value={view.window}
          options={windows}
          onChange={(window) => onChange({ window, days: null })}
        />
      </div>
      <WindowPicker
        value={view.days}
        placeholder="Date range"
        defaultWindow={
          overview?.analyzed ? { from: overview.analyzed.start_date, to: overview.analyzed.end_date } : null
        }
        onChange={(days) => onChange({ days })}
      />
    </>
  )
}
