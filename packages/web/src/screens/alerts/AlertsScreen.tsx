import { Tabs } from '@kept/ui/controls/Tabs.tsx'
import { Page } from '../../shell/Page.tsx'
import { useSearchState } from '../../url/useSearchState.ts'
import { ChannelsTab } from './ChannelsTab.tsx'
import { DeliveryPanel } from './DeliveryPanel.tsx'
import { LogTab } from './LogTab.tsx'
import { RulesTab } from './RulesTab.tsx'

const names = ['rules', 'channels', 'log'] as const
type Name = (typeof names)[number]

/** Alert rules, channels, and the delivery log. */
export function AlertsScreen() {
  const [search, setSearch] = useSearchState()
  const value = names.find((name) => name === search.tab) ?? 'rules'
  const selectTab = (tab: Name) =>
    setSearch({ tab: tab === 'rules' ? '' : tab, delivery: '', page: '', rule: '', channel: '' })
  return (
    <Page
      title="Alerts"
      sidePanel={
        value === 'log' &&
        search.delivery && <DeliveryPanel id={search.delivery} onClose={() => setSearch({ delivery: '' })} />
      }
      description="In-app notifications go to everyone. Rules also send alerts by email, Slack, Teams, Jira, or webhook."
    >
      <div className="mt-4">
        <Tabs<Name>
          label="Alerts"
          value={value}
          onChange={selectTab}
          tabs={[
            { name: 'rules', label: 'Rules', panel: <RulesTab toChannels={() => selectTab('channels')} /> },
            { name: 'channels', label: 'Channels', panel: <ChannelsTab /> },
            { name: 'log', label: 'Delivery log', panel: <LogTab /> },
          ]}
        />
      </div>
    </Page>
  )
}
