package io.harmonyagent.agent.doctor;

import io.harmonyagent.core.config.MeshConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** How long certificates are still valid, and whether keys are kept to their owner. */
public final class Certificates {
  private static final Duration SOON = Duration.ofDays(30);
  private static final Duration VERY_SOON = Duration.ofDays(7);

  private final Instant now;

  public Certificates(Instant now) {
    this.now = now;
  }

  /** All that a way to the mesh names. */
  public List<Finding> of(MeshConfig mesh) {
    List<Finding> findings = new ArrayList<>();
    mesh.tls()
        .ifPresent(
            tls -> {
              tls.ca().ifPresent(ca -> findings.add(expiry(ca)));
              tls.identity()
                  .ifPresent(
                      identity -> {
                        findings.add(expiry(identity.certificate()));
                        findings.add(secrecy(identity.key()));
                      });
            });
    mesh.credentials().ifPresent(file -> findings.add(secrecy(file)));
    mesh.nkey().ifPresent(file -> findings.add(secrecy(file)));
    return findings;
  }

  /** Of the first to expire in the file. */
  public Finding expiry(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      Instant begin = Instant.MIN;
      Instant end = Instant.MAX;
      for (Certificate certificate :
          CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        if (certificate instanceof X509Certificate x509) {
          Instant notBefore = x509.getNotBefore().toInstant();
          Instant notAfter = x509.getNotAfter().toInstant();
          begin = notBefore.isAfter(begin) ? notBefore : begin;
          end = notAfter.isBefore(end) ? notAfter : end;
        }
      }
      if (end.equals(Instant.MAX)) {
        return Finding.bad("certificate", file + " holds none", "put a PEM certificate there");
      }
      return begin.isAfter(now)
          ? Finding.bad(
              "certificate",
              file + " is valid only from " + begin + " on",
              "is the clock right? timedatectl set-ntp true")
          : judged(file, end);
    } catch (IOException | CertificateException e) {
      return Finding.bad(
          "certificate", file + " cannot be read: " + e.getMessage(), "put a PEM file there");
    }
  }

  private Finding judged(Path file, Instant end) {
    Duration left = Duration.between(now, end);
    String text =
        left.isNegative()
            ? file + " expired at " + end
            : file + " is valid for " + left.toDays() + " days";
    if (left.compareTo(VERY_SOON) < 0) {
      return Finding.bad("certificate", text, "renew it; it is read at the next connection");
    }
    return left.compareTo(SOON) < 0
        ? Finding.warning("certificate", text, "renew it; it is read at the next connection")
        : Finding.ok("certificate", text);
  }

  private static Finding secrecy(Path file) {
    try {
      boolean open =
          Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS)
              .contains(PosixFilePermission.OTHERS_READ);
      return open && !Files.isSymbolicLink(file)
          ? Finding.bad("key", file + " can be read by everybody", "chmod 600 " + file)
          : Finding.ok("key", file + " is kept to its owner");
    } catch (IOException e) {
      return Finding.bad("key", file + " cannot be looked at: " + e.getMessage(), "put it there");
    }
  }
}
