// A test waits for what must come, however long a busy machine takes; only what never comes fails.

import { configure } from "@testing-library/preact";
import { vi } from "vitest";

const PATIENCE = 240_000;

configure({ asyncUtilTimeout: PATIENCE });

const { waitFor } = vi;
vi.waitFor = (wanted, options) => waitFor(wanted, options ?? { timeout: PATIENCE, interval: 20 });
