/** The public site of an installation; belongs to its operator, not to an organization. */
export const siteSchema: readonly string[] = [
  `CREATE TABLE newsletter_subscriber (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    email text NOT NULL UNIQUE CHECK (email = lower(email)),
    status text NOT NULL CHECK (status IN ('asked', 'confirmed', 'left')),
    confirm_hash text UNIQUE,
    requested_at timestamptz NOT NULL,
    confirmed_at timestamptz,
    unsubscribed_at timestamptz
  )`,
  // Samples of each part by day, and how many found it down.
  `CREATE TABLE status_day (
    day date NOT NULL,
    part text NOT NULL,
    samples integer NOT NULL CHECK (samples > 0),
    failed integer NOT NULL CHECK (failed BETWEEN 0 AND samples),
    PRIMARY KEY (day, part)
  )`,
]
