import { Button } from '../../src/controls/Button.tsx'
import { Calendar } from '../../src/controls/Calendar.tsx'
import { Checkbox } from '../../src/controls/Checkbox.tsx'
import { ChoiceList, Combobox } from '../../src/controls/Combobox.tsx'
import { DateRangePicker } from '../../src/controls/DateRangePicker.tsx'
import { Select } from '../../src/controls/Select.tsx'
import { Shelf, State } from '../Shelf.tsx'
import { longText, noop } from '../sample-text.ts'

const roles = [
  { value: 'admin', label: 'Admin', description: 'Full access, including members and rules' },
  { value: 'user', label: 'User', description: 'Can view costs and recommendations' },
] as const
const services = [
  { value: 'ec2', label: 'Amazon Elastic Compute Cloud', detail: '12,004 lines', group: 'AWS' },
  { value: 's3', label: 'Amazon Simple Storage Service', detail: '3,111 lines', group: 'AWS' },
  { value: 'bq', label: 'BigQuery', detail: '912 lines', group: 'Google Cloud' },
  { value: 'long', label: longText, detail: '1 line', group: 'Google Cloud' },
]
const october = { from: '2026-10-01', to: '2026-11-01' }

export function ChoiceShelves() {
  return (
    <>
      <Shelf name="Checkbox">
        <State name="off">
          <Checkbox checked={false} onChange={noop}>
            Weekends
          </Checkbox>
        </State>
        <State name="on">
          <Checkbox checked onChange={noop}>
            Weekends
          </Checkbox>
        </State>
        <State name="indeterminate">
          <Checkbox checked="indeterminate" onChange={noop}>
            Weekends
          </Checkbox>
        </State>
        <State name="disabled">
          <Checkbox checked disabled onChange={noop}>
            Weekends
          </Checkbox>
        </State>
        <State name="long text">
          <Checkbox checked={false} onChange={noop}>
            Notify me when a day costs more than expected, for every provider, team, and service
          </Checkbox>
        </State>
      </Shelf>
      <Shelf name="Select">
        <State name="default">
          <Select label="Role" value="user" options={roles} onChange={noop} hint="You can change it later." />
        </State>
        <State name="error">
          <Select
            label="Role"
            value="admin"
            options={roles}
            onChange={noop}
            error="The last admin must keep this role."
          />
        </State>
        <State name="disabled">
          <Select label="Role" value="user" options={roles} onChange={noop} disabled />
        </State>
      </Shelf>
      <Shelf name="Combobox" description="A ChoiceList in a popover.">
        <State name="closed">
          <Combobox
            label="Services"
            options={services}
            chosen={['ec2']}
            onToggle={noop}
            trigger={<Button>Services: 1</Button>}
          />
        </State>
      </Shelf>
      <Shelf name="ChoiceList">
        <State name="one selected, one long">
          <ChoiceList label="Services" options={services} chosen={['ec2']} onToggle={noop} />
        </State>
        <State name="loading">
          <ChoiceList label="Services" options={[]} chosen={[]} onToggle={noop} onSearch={noop} loading />
        </State>
        <State name="no results">
          <ChoiceList label="Services" options={[]} chosen={[]} onToggle={noop} empty="No matching services." />
        </State>
      </Shelf>
      <Shelf name="DateRangePicker">
        <State name="a month">
          <DateRangePicker
            label="Days"
            value={october}
            placeholder="Last 30 days"
            presets={[{ label: 'October 2026', window: october }]}
            fallback={october}
            onChange={noop}
          />
        </State>
        <State name="no selection">
          <DateRangePicker
            label="Days"
            value={null}
            placeholder="Last 30 days"
            presets={[]}
            fallback={october}
            onChange={noop}
          />
        </State>
      </Shelf>
      <Shelf name="Calendar" wide>
        <State name="two weeks">
          <Calendar range={['2026-10-05', '2026-10-18']} onRange={noop} />
        </State>
      </Shelf>
    </>
  )
}
