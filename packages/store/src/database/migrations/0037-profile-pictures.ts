/** A profile picture is stored in its own address: a small picture as a data URL is longer than a web address. */
import type { DatabaseMigration } from '../migration.ts'

export const profilePictures: DatabaseMigration = {
  name: '0037-profile-pictures',
  statements: [
    'ALTER TABLE users DROP CONSTRAINT IF EXISTS users_avatar_url_check',
    'ALTER TABLE users ADD CONSTRAINT users_avatar_url_check CHECK (length(avatar_url) <= 16000)',
  ],
}
