import type { SupportTable } from './support-table.ts'

/** Kubernetes: end of life in Azure Kubernetes Service, without long-term support. Runtimes: Azure Functions. */
export const azureSupport: SupportTable = {
  kubernetes: {
    source: 'https://learn.microsoft.com/azure/aks/supported-kubernetes-versions',
    read_on: '2026-11-28',
    until: {
      '1.29': '2025-03-31',
      '1.30': '2025-08-22',
      '1.31': '2025-11-01',
      '1.32': '2026-03-31',
      '1.33': '2026-07-31',
      '1.34': '2026-11-30',
      '1.35': '2027-03-31',
      '1.36': '2027-06-30',
      '1.37': '2027-10-31',
    },
  },
  runtimes: {
    source: 'https://learn.microsoft.com/azure/azure-functions/supported-languages',
    read_on: '2026-11-28',
    until: [
      // Support of Node.js 14 and 16 was extended to one day; older ones had ended.
      [/^nodejs(?:[4-9]|1[0-6])$/, '2024-06-30'],
      [/^nodejs18$/, '2025-04-30'],
      [/^nodejs20$/, '2026-04-30'],
      [/^nodejs22$/, '2027-04-30'],
      [/^nodejs24$/, '2028-04-30'],
      // Older ones ended before 3.9.
      [/^python(?:2\.\d+|3\.[0-9])$/, '2025-10-31'],
      [/^python3\.10$/, '2026-10-31'],
      [/^python3\.11$/, '2027-10-31'],
      [/^python3\.12$/, '2028-10-31'],
      [/^python3\.13$/, '2029-10-31'],
      [/^python3\.14$/, '2029-04-30'],
      // They run on versions 2 and 3 of Azure Functions, which ended on this day.
      [/^dotnetcore|^dotnet5$/, '2022-12-13'],
      [/^dotnet6$/, '2024-11-12'],
      [/^dotnet7$/, '2024-05-14'],
      [/^dotnet[89]$/, '2026-11-10'],
      [/^dotnet10$/, '2028-11-14'],
    ],
  },
}
