import type { SupportTable } from './support-table.ts'

/** Kubernetes: standard support of Amazon EKS. Runtimes: deprecation in AWS Lambda. */
export const awsSupport: SupportTable = {
  kubernetes: {
    source: 'https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html',
    read_on: '2026-11-28',
    until: {
      '1.28': '2024-11-26',
      '1.29': '2025-03-23',
      '1.30': '2025-07-23',
      '1.31': '2025-11-26',
      '1.32': '2026-03-23',
      '1.33': '2026-07-29',
      '1.34': '2026-12-02',
      '1.35': '2027-03-27',
    },
  },
  runtimes: {
    source: 'https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtimes.html',
    read_on: '2026-11-28',
    until: [
      [/^nodejs(?:4|6|8|10|12|14)(?:\.|$)/, '2023-12-04'],
      [/^nodejs16/, '2024-06-12'],
      [/^nodejs18/, '2025-09-01'],
      [/^nodejs20/, '2026-04-30'],
      [/^nodejs22/, '2027-04-30'],
      [/^nodejs24/, '2028-04-30'],
      [/^python(?:2\.7|3\.6|3\.7)$/, '2023-12-04'],
      [/^python3\.8$/, '2024-10-14'],
      [/^python3\.9$/, '2025-12-15'],
      [/^python3\.10$/, '2026-10-31'],
      [/^python3\.11$/, '2027-06-30'],
      [/^python3\.12$/, '2028-10-31'],
      [/^python3\.13$/, '2029-06-30'],
      [/^python3\.14$/, '2029-06-30'],
      [/^java8$|^go1\.x$|^provided$/, '2024-01-08'],
      [/^java2[15]$/, '2029-06-30'],
      [/^dotnetcore|^dotnet[56]$/, '2024-12-20'],
      [/^dotnet[89]$/, '2026-11-10'],
      [/^dotnet10$/, '2028-11-14'],
      [/^ruby2/, '2023-12-07'],
      [/^ruby3\.2$/, '2026-03-31'],
      [/^ruby3\.3$/, '2027-03-31'],
      [/^ruby3\.4$/, '2028-03-31'],
    ],
  },
}
