import { Tabs } from '@kept/ui/controls/Tabs.tsx'
import { Page } from '../../shell/Page.tsx'
import { useSearchState } from '../../url/useSearchState.ts'
import { ChannelsTab } from './ChannelsTab.tsx'
import { DeliveryPanel } from './DeliveryPanel.tsx'
import { LogTab } from './LogTab.tsx'
import { RulesTab } from './RulesTab.tsx'

const names = ['rules', 'channels', 'log'] as const
type Name = (typeof names)[number]

/** Who is told of what, through which channels, and what was sent. */
export function Draw() {
  const [search, setSearch] = useSearchState()
  const value = names.find((name) => name === search.tab) ?? 'rules'
  const go = (tab: Name) =>
    setSearch({ tab: tab === 'rules' ? '' : tab, delivery: '', page: '', rule: '', channel: '' })
  return (
    <Page
      title="Alerts"
      aside={
        value === 'log' &&
        search.delivery && <DeliveryPanel id={search.delivery} onClose={() => setSearch({ delivery: '' })} />
      }
      words="The bell shows everything to everybody. Rules tell the right people more: by mail, in Slack or Teams, as an issue, or to a program of yours."
    >
      <div className="mt-4">
        <Tabs<Name>
          label="Alerts"
          value={value}
          onChange={go}
          tabs={[
            { name: 'rules', label: 'Rules', panel: <RulesTab toChannels={() => go('channels')} /> },
            { name: 'channels', label: 'Channels', panel: <ChannelsTab /> },
            { name: 'log', label: 'What was sent', panel: <LogTab /> },
          ]}
        />
      </div>
    </Page>
  )
}
