import { Segmented } from '@kept/ui/controls/Segmented.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { Section } from '../../shell/Page.tsx'
import { SettingRow } from '../../shell/SettingRow.tsx'
import { type Appearance as Look, setAppearance, useAppearance } from '../../theme/appearance.ts'
import { Shortcuts } from './Shortcuts.tsx'

/** How the application looks in this browser. It takes effect at once. */
export function Appearance() {
  const { theme, density } = useAppearance()
  return (
    <Section title="Appearance" description="Saved in this browser only." className="mt-2">
      <SettingRow title="Theme" description="System matches your device.">
        <Segmented
          label="Theme"
          value={theme}
          options={[
            { value: 'system', label: 'System' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          onChange={(next) => change({ theme: next })}
        />
      </SettingRow>
      <SettingRow title="Density" description="Row height in tables.">
        <Segmented
          label="Density"
          value={density}
          options={[
            { value: 'comfortable', label: 'Comfortable' },
            { value: 'compact', label: 'Compact' },
          ]}
          onChange={(next) => change({ density: next })}
        />
      </SettingRow>
      <Shortcuts />
    </Section>
  )
}

function change(part: Partial<Look>): void {
  if (setAppearance(part)) return
  toasts.show({
    tone: 'error',
    title: 'Saved until you close this page',
    body: 'This browser blocks storage.',
  })
}
