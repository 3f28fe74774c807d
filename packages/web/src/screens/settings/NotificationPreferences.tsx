import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { useProfile, useSetPreference } from '../../account/useProfile.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { notificationKinds, rings } from '../../shell/notification-kinds.ts'
import { Section } from '../../shell/Page.tsx'
import { SettingRow } from '../../shell/SettingRow.tsx'

/** Which news the bell rings for. The list of all notifications keeps everything. */
export function NotificationPreferences() {
  const profile = useProfile()
  const preference = useSetPreference()
  return (
    <Section
      title="Notifications"
      description="What the bell shows. The notifications page always lists everything."
      className="mt-2"
    >
      <Loaded query={profile} failed="Preferences could not be loaded.">
        {({ user_metadata }) => {
          const enabledKinds = user_metadata.preferences.notifications as Record<string, boolean> | undefined
          return Object.entries(notificationKinds).map(([kind, { label, description }]) => (
            <SettingRow key={kind} title={label} description={description}>
              <Checkbox
                hiddenLabel
                checked={rings(kind, enabledKinds)}
                disabled={preference.isPending}
                onChange={(checked) =>
                  void preference.set({ notifications: { ...enabledKinds, [kind]: checked } }).catch(() => null)
                }
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
