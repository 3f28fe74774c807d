import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { useProfile, useSetPreference } from '../../account/useProfile.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { newsKinds, rings } from '../../shell/news-kinds.ts'
import { Section } from '../../shell/Page.tsx'
import { SettingRow } from './SettingRow.tsx'

/** Which news the bell rings for. The list of all notifications keeps everything. */
export function NewsWishes() {
  const profile = useProfile()
  const preference = useSetPreference()
  return (
    <Section
      title="Notifications"
      words="What the bell counts and shows. The page of all notifications keeps everything."
      className="mt-2"
    >
      <Loaded query={profile} failed="Your preferences could not be loaded.">
        {({ user_metadata }) => {
          const wishes = user_metadata.preferences.notifications as Record<string, boolean> | undefined
          return Object.entries(newsKinds).map(([kind, { label, words }]) => (
            <SettingRow key={kind} title={label} words={words}>
              <Checkbox
                hiddenLabel
                checked={rings(kind, wishes)}
                disabled={preference.isPending}
                onChange={(on) => void preference.set({ notifications: { ...wishes, [kind]: on } }).catch(() => null)}
              >
                {label}
              </Checkbox>
            </SettingRow>
          ))
        }}
      </Loaded>
    </Section>
  )
}
