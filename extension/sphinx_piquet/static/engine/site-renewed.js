// @ts-check
/** Whether the site has been built again since this page was loaded. The parts of an older engine may then be gone. */

const PATIENCE = 5000; // milliseconds for the site to say which parts it has now
const PARTS = ["engine", "library", "module"]; // whose names change with their contents

/**
 * Compare the engine of this page with that of the site as it is now.
 * @param {{base: string, runtime: Record<string, any>}} order @returns {Promise<boolean>} false if the site does not say
 */
export async function isRenewed({ base, runtime }) {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetch(new URL("manifest.json", base), { cache: "no-store", signal });
    const current = await response.json();
    return response.ok && PARTS.some((name) => current[name] !== runtime[name]);
  } catch {
    return false;
  }
}
