import { Button } from '@kept/ui/controls/Button.tsx'
import { Segmented } from '@kept/ui/controls/Segmented.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { SettingRow } from '../../shell/SettingRow.tsx'
import { setShortcuts, showShortcuts, useShortcutsOn } from '../../shell/shortcut-choice.ts'

/** Single keys, for those who want them. */
export function Shortcuts() {
  const isEnabled = useShortcutsOn()
  return (
    <SettingRow
      title="Keyboard shortcuts"
      description="Single keys such as ? and g. Turn them off if you use speech input."
    >
      <Button onClick={() => showShortcuts(true)}>View shortcuts</Button>
      <Segmented
        label="Keyboard shortcuts"
        value={isEnabled ? 'on' : 'off'}
        options={[
          { value: 'on', label: 'On' },
          { value: 'off', label: 'Off' },
        ]}
        onChange={(next) => change(next === 'on')}
      />
    </SettingRow>
  )
}

function change(isEnabled: boolean): void {
  if (setShortcuts(isEnabled)) return
  toasts.show({
    tone: 'error',
    title: 'Saved until you close this page',
    body: 'This browser blocks storage.',
  })
}
