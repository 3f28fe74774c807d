import { Button } from '../../src/controls/Button.tsx'
import { Calendar } from '../../src/controls/Calendar.tsx'
import { Checkbox } from '../../src/controls/Checkbox.tsx'
import { ChoiceList, Combobox } from '../../src/controls/Combobox.tsx'
import { DateRangePicker } from '../../src/controls/DateRangePicker.tsx'
import { Select } from '../../src/controls/Select.tsx'
import { Shelf, State } from '../Shelf.tsx'
import { longWords, nothing } from '../words.ts'

const roles = [
  { value: 'admin', label: 'Admin', words: 'Everything, people and rules included' },
  { value: 'user', label: 'User', words: 'Sees figures and findings' },
] as const
const services = [
  { value: 'ec2', label: 'Amazon Elastic Compute Cloud', detail: '12,004 lines', group: 'AWS' },
  { value: 's3', label: 'Amazon Simple Storage Service', detail: '3,111 lines', group: 'AWS' },
  { value: 'bq', label: 'BigQuery', detail: '912 lines', group: 'Google Cloud' },
  { value: 'long', label: longWords, detail: '1 line', group: 'Google Cloud' },
]
const october = { from: '2026-10-01', to: '2026-11-01' }

export function ChoiceShelves() {
  return (
    <>
      <Shelf name="Checkbox">
        <State name="off">
          <Checkbox checked={false} onChange={nothing}>
            Weekends
          </Checkbox>
        </State>
        <State name="on">
          <Checkbox checked onChange={nothing}>
            Weekends
          </Checkbox>
        </State>
        <State name="some of them">
          <Checkbox checked="indeterminate" onChange={nothing}>
            Weekends
          </Checkbox>
        </State>
        <State name="disabled">
          <Checkbox checked disabled onChange={nothing}>
            Weekends
          </Checkbox>
        </State>
        <State name="long text">
          <Checkbox checked={false} onChange={nothing}>
            Tell me when a day costs more than its own past makes likely, whatever the provider, team or service
          </Checkbox>
        </State>
      </Shelf>
      <Shelf name="Select">
        <State name="default">
          <Select label="Role" value="user" options={roles} onChange={nothing} hint="It can be changed later." />
        </State>
        <State name="error">
          <Select label="Role" value="admin" options={roles} onChange={nothing} error="The last admin stays one." />
        </State>
        <State name="disabled">
          <Select label="Role" value="user" options={roles} onChange={nothing} disabled />
        </State>
      </Shelf>
      <Shelf name="Combobox" words="A list under a button; the list itself is ChoiceList.">
        <State name="closed">
          <Combobox
            label="Services"
            options={services}
            chosen={['ec2']}
            onToggle={nothing}
            trigger={<Button>Services: 1</Button>}
          />
        </State>
      </Shelf>
      <Shelf name="ChoiceList">
        <State name="one chosen, one long">
          <ChoiceList label="Services" options={services} chosen={['ec2']} onToggle={nothing} />
        </State>
        <State name="loading">
          <ChoiceList label="Services" options={[]} chosen={[]} onToggle={nothing} onSearch={nothing} loading />
        </State>
        <State name="nothing found">
          <ChoiceList label="Services" options={[]} chosen={[]} onToggle={nothing} empty="No service of that name." />
        </State>
      </Shelf>
      <Shelf name="DateRangePicker">
        <State name="a month">
          <DateRangePicker
            label="Days"
            value={october}
            placeholder="Latest 30 days"
            presets={[{ label: 'October 2026', window: october }]}
            fallback={october}
            onChange={nothing}
          />
        </State>
        <State name="nothing chosen">
          <DateRangePicker
            label="Days"
            value={null}
            placeholder="Latest 30 days"
            presets={[]}
            fallback={october}
            onChange={nothing}
          />
        </State>
      </Shelf>
      <Shelf name="Calendar" wide>
        <State name="two weeks">
          <Calendar range={['2026-10-05', '2026-10-18']} onRange={nothing} />
        </State>
      </Shelf>
    </>
  )
}
