/** Organizations: the owners of all other rows. */
export const organizationsSchema: readonly string[] = [
  `CREATE TABLE organization (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
    name text NOT NULL,
    demo boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    require_second_factor boolean NOT NULL DEFAULT false
  )`,
]
