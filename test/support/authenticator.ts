import type { CDPSession, Page } from 'playwright-core';

/** A device with passkeys that Chromium plays by itself (WebAuthn domain of its DevTools protocol). */
export interface VirtualAuthenticator {
  readonly cdp: CDPSession;
  readonly id: string;
  /** Whether somebody touches it when it asks. */
  setPresent(isPresent: boolean): Promise<void>;
}

/** Gives a page a device that keeps passkeys; it finds out who is there unless `isUserVerified` is false. */
export async function addAuthenticator(
  page: Page,
  { isUserVerified = true, isSynced = false }: { readonly isUserVerified?: boolean; readonly isSynced?: boolean } = {},
): Promise<VirtualAuthenticator> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'internal' },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified },
      ...{ automaticPresenceSimulation: true, defaultBackupEligibility: isSynced, defaultBackupState: isSynced },
    },
  });
  return {
    cdp,
    id: authenticatorId,
    setPresent: async (enabled) => {
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
  };
}
