/** Settings of the accounts of people at the repository host, by key. */
export const repohostAppSettings = {
  repohostClientId: {
    type: 'string',
    pattern: '^[!-~]{1,128}$',
    description:
      'client ID of a GitHub App, or of an OAuth2 application of Gitea, by which people connect their accounts (chart: repohost.clientId)',
  },
  repohostClientSecretFile: {
    type: 'string',
    minLength: 1,
    description: 'file with the secret of that client, read for each use',
  },
  repohostAppSlug: {
    type: 'string',
    pattern: '^[A-Za-z0-9-]{1,100}$',
    description: 'name of the GitHub App in URLs, by which people install it (chart: repohost.appSlug)',
  },
} as const
