const file = { type: 'string', minLength: 1 } as const

/** Settings of the model, by key. */
export const aiSettings = {
  aiProvider: {
    enum: ['openai-compatible', 'anthropic'],
    description: 'interface of the model that words the findings of /api/ai (chart: ai.provider)',
  },
  aiBaseUrl: {
    type: 'string',
    minLength: 1,
    description:
      'URL of the model server, such as https://llm.example.com/v1 (default for anthropic: https://api.anthropic.com/v1)',
  },
  aiModel: { type: 'string', minLength: 1, maxLength: 256, description: 'name of the model there' },
  aiKeyFile: { ...file, description: 'file with the key of the model server, read for each call' },
  aiCaFile: {
    ...file,
    description: 'file with the CA of the model server (default: the CAs that Node.js trusts)',
  },
  aiTokensPerDay: {
    type: 'integer',
    minimum: 1,
    default: 500_000,
    description:
      'tokens that this process may exchange with the model a day (UTC); a caller has a fifth of them (chart: ai.tokensPerDay)',
  },
  aiPseudonyms: {
    type: 'boolean',
    default: false,
    description: 'send numbers in place of the names of objects and namespaces (chart: ai.pseudonyms)',
  },
  aiAllowHttp: { type: 'boolean', default: false, description: 'allow a model server without TLS' },
} as const
